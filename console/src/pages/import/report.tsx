// What a file becomes: the first records, every fault with its row, and what was stored.
import { fieldNamed, type Resource, resourceNamed } from '../../data/catalogue.ts';
import { titleOf } from '../../data/records.ts';
import { counted, numberText, valueText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { say, sayCount } from '../../words/say.ts';
import type { Problem, Report, RowFault } from './send.ts';

export function Checked({ report }: { report: Report }) {
  const { faults, faultCount, warnings, words, erased, leftOut, emptied, derived, problems, preview, refused } = report;
  return (
    <>
      <p class={`import-verdict ${refused > 0 ? 'bad' : 'good'}`} role="status">
        <Icon name={refused > 0 ? 'warn' : 'check'} />
        {refused > 0
          ? sayCount(refused, '{n} row cannot be stored.', '{n} rows cannot be stored.')
          : say('Every row can be stored.')}{' '}
        {report.resources.map(({ resource, written }) => countText(resource, written)).join(', ')}
      </p>
      {erased.map(({ lines }) => (
        <p key={lines.join()} class="soft">
          {sayCount(
            lines.length,
            '{n} row is left out: it is about somebody who was erased.',
            '{n} rows are left out: they are about people who were erased.',
          )}
        </p>
      ))}
      {leftOut.map(({ column, value, rows }) => (
        <p key={`${column} ${value}`} class="soft">
          {sayCount(
            rows,
            '{n} row is left out, where {column} is “{value}”.',
            '{n} rows are left out, where {column} is “{value}”.',
            { column, value },
          )}
        </p>
      ))}
      {emptied.map(({ field, rows, unknown }) => (
        <p key={field} class="soft">
          {sayCount(
            rows,
            '{field}: {n} unknown reference is left empty, such as {texts}.',
            '{field}: {n} unknown references are left empty, such as {texts}.',
            { field, texts: Object.keys(unknown).slice(0, 10).join(', ') },
          )}
        </p>
      ))}
      {derived.map(({ jobs, stages, left_out: others }) => (
        <p key={jobs} class="soft">
          {sayCount(
            jobs,
            '{n} job names no stages: the funnel counts {stages}, and leaves out {others}. Add its stages in order to it.',
            '{n} jobs name no stages: the funnel counts {stages}, and leaves out {others}. Add their stages in order to them.',
            { stages: stages.join(', ') || '–', others: others.join(', ') || '–' },
          )}
        </p>
      ))}
      {words.map(({ field, unknown }) => (
        <p key={field} class="soft">
          {say('{field}: {words} are no words of ours, and are stored as they are.', {
            field,
            words: Object.keys(unknown).slice(0, 10).join(', '),
          })}
        </p>
      ))}
      {problems.some(({ rows }) => rows > 1) && <Problems problems={problems} />}
      {faults.length > 0 && <Faults title={say('What is wrong')} faults={faults} all={faultCount} />}
      {warnings.length > 0 && <Faults title={say('What to look at')} faults={warnings} all={warnings.length} />}
      {preview.map(({ resource, records }) => {
        const found = resourceNamed(resource);
        return records.length > 0 && found ? <Preview key={resource} resource={found} records={records} /> : null;
      })}
    </>
  );
}

export function countText(name: string, count: number): string {
  const { one = name, many = name } = resourceNamed(name) ?? {};
  return counted(count, one, many);
}

/** One line for the same problem, with its rows counted. */
function Problems({ problems }: { problems: readonly Problem[] }) {
  const title = say('Problems');
  return (
    <section class="card import-problems">
      <header>
        <h2>{title}</h2>
        <span class="soft">{numberText(problems.length)}</span>
      </header>
      <div class="import-scroll" tabIndex={0} role="region" aria-label={title}>
        <table class="import-table">
          <thead>
            <tr>
              <th scope="col">{say('Rows')}</th>
              <th scope="col">{say('Column')}</th>
              <th scope="col">{say('For example')}</th>
              <th scope="col">{say('Why')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ rows, line, field, column, examples, reason }, index) => (
              <tr key={index}>
                <td class="number">{numberText(rows)}</td>
                <td>{column ?? field ?? ''}</td>
                <td>{examples.join(' · ')}</td>
                <td>{say('Row {line}: {reason}', { line: numberText(line), reason })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Faults({ title, faults, all }: { title: string; faults: readonly RowFault[]; all: number }) {
  return (
    <section class="card import-faults">
      <header>
        <h2>{title}</h2>
        <span class="soft">
          {faults.length < all
            ? say('the first {shown} of {all}', { shown: numberText(faults.length), all: numberText(all) })
            : numberText(all)}
        </span>
      </header>
      <div class="import-scroll tall" tabIndex={0} role="region" aria-label={title}>
        <table class="import-table">
          <thead>
            <tr>
              <th scope="col">{say('Row')}</th>
              <th scope="col">{say('Column')}</th>
              <th scope="col">{say('Found')}</th>
              <th scope="col">{say('Why')}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ line, field, column, reason, value }, index) => (
              <tr key={index}>
                <td class="number">{numberText(line)}</td>
                <td>{column ?? field ?? ''}</td>
                <td>{value ?? ''}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Preview({ resource, records }: { resource: Resource; records: Report['preview'][number]['records'] }) {
  const fields = resource.fields.filter(({ name }) => records.some((record) => (record[name] ?? null) !== null));
  const title = say('The first {records} as they would be stored', { records: say(resource.many) });
  return (
    <section class="card import-preview">
      <header>
        <h2>{title}</h2>
      </header>
      <div class="import-scroll" tabIndex={0} role="region" aria-label={title}>
        <table class="import-table" data-resource={resource.name}>
          <thead>
            <tr>
              {fields.map((field) => (
                <th key={field.name} scope="col">
                  {say(titleOf(field))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <tr key={record.id}>
                {fields.map(({ name }) => (
                  <td key={name}>{valueText(fieldNamed(resource, name), record[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** `ids` are all of the file, and of no others: they were given in one go. */
export function Done({ report }: { report: Report }) {
  return (
    <section class="card import-done" role="status">
      <Icon name="check" />
      <h2>{say('It is stored')}</h2>
      <ul>
        {report.resources
          .filter(({ written }) => written > 0)
          .map(({ resource, written, ids }) => (
            <li key={resource}>
              {ids ? (
                <a href={`/console/${resource}?id[gte]=${ids[0]}&id[lte]=${ids[1]}`} data-count={written}>
                  {countText(resource, written)}
                </a>
              ) : (
                countText(resource, written)
              )}
            </li>
          ))}
      </ul>
      {report.refused > 0 && (
        <p class="soft">{sayCount(report.refused, '{n} row was left out.', '{n} rows were left out.')}</p>
      )}
      <p class="soft">
        {say('This cannot be undone here: who runs the service can erase records or restore a backup.')}
      </p>
    </section>
  );
}
