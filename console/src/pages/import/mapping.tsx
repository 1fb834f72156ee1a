// The mapping of a file: which column is which field, what its words stand for, and how its dates and numbers are
// written.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { fieldNamed, type Resource } from '../../data/catalogue.ts';
import { titleOf } from '../../data/records.ts';
import { wordText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { say } from '../../words/say.ts';
import { columnFields, fieldsOf, leftOutIn, targetsOf, withLeftOut } from './mapping-file.ts';
import type { Mapping, Suggestion } from './send.ts';

type Props = {
  resource: Resource;
  suggestion: Suggestion;
  mapping: Mapping;
  /** `isNewColumn`: other words may have to be told. */
  onChange: (mapping: Mapping, isNewColumn: boolean) => void;
};

type FrameProps = { title: string; about: string; heads: readonly string[]; children: ComponentChildren };

const Frame = ({ title, about, heads, children }: FrameProps) => (
  <section class="card">
    <header>
      <h2>{title}</h2>
      <span class="soft">{about}</span>
    </header>
    <div class="import-scroll">
      <table class="import-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  </section>
);

export function MappingTable({ resource, suggestion, mapping, onChange }: Props) {
  const { columns = {} } = mapping;
  return (
    <Frame
      title={say('Columns')}
      about={say('what each column of the file is')}
      heads={[say('Column of the file'), say('For example'), say('Field')]}
    >
      {suggestion.columns.map(({ name, examples }) => {
        const fields = fieldsOf(columns[name]);
        const set = (all: readonly string[]) =>
          onChange({ ...mapping, columns: { ...columns, [name]: columnFields(all) } }, true);
        return (
          <tr key={name} class={fields.length > 0 ? '' : 'left-out'}>
            <th scope="row">{name}</th>
            <td class="soft">{examples.join(' · ')}</td>
            <td>
              <FieldChoice
                label={say('Field of the column {column}', { column: name })}
                none={say('Left out')}
                field={fields[0] ?? null}
                resource={resource}
                onChoose={(field) => set([...(field === '' ? [] : [field]), ...fields.slice(1)])}
              />
              {fields.length > 0 &&
                [...fields.slice(1), null].map((field, at) => (
                  <FieldChoice
                    key={field}
                    label={say('Another field of the column {column}', { column: name })}
                    none={say('no other field')}
                    field={field}
                    resource={resource}
                    onChoose={(chosen) => set(fields.toSpliced(at + 1, 1, ...(chosen === '' ? [] : [chosen])))}
                  />
                ))}
            </td>
          </tr>
        );
      })}
    </Frame>
  );
}

type FieldChoiceProps = {
  label: string;
  none: string;
  field: string | null;
  resource: Resource;
  onChoose: (field: string) => void;
};

const FieldChoice = ({ label, none, field, resource, onChoose }: FieldChoiceProps) => (
  <select
    class={field ? '' : 'none'}
    aria-label={label}
    value={field ?? ''}
    onChange={({ currentTarget: { value } }) => onChoose(value)}
  >
    <option value="">{none}</option>
    {targetsOf(resource, field).map(({ value, title }) => (
      <option key={value} value={value}>
        {title}
      </option>
    ))}
  </select>
);

/** Rows that are left out by the text that they have in a column. */
export function LeftOutRows({ suggestion, mapping, onChange }: Omit<Props, 'resource'>) {
  const all = leftOutIn(mapping);
  const [column, setColumn] = useState(suggestion.columns[0]?.name ?? '');
  const [text, setText] = useState('');
  const set = (next: [string, string][]) => onChange(withLeftOut(mapping, next), true);
  return (
    <section class="card import-details">
      {all.map((each) => (
        <button
          key={each.join()}
          type="button"
          class="button"
          onClick={() => set(all.filter((other) => other !== each))}
        >
          <Icon name="close" />
          {say('Without the rows where {column} is “{text}”', { column: each[0], text: each[1] })}
        </button>
      ))}
      <label class="field">
        <span>{say('Leave out the rows where')}</span>
        <select value={column} onChange={({ currentTarget: { value } }) => setColumn(value)}>
          {suggestion.columns.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{say('is')}</span>
        <input value={text} onInput={({ currentTarget: { value } }) => setText(value)} />
      </label>
      <button
        type="button"
        class="button"
        onClick={() => {
          set([...all, [column, text.trim()]]);
          setText('');
        }}
      >
        {say('Leave them out')}
      </button>
    </section>
  );
}

const KEPT = '=';
const MISSING = '-';

/** The words of the file that our data does not use. */
export function WordTable({ resource, mapping, onChange }: Omit<Props, 'suggestion'>) {
  const { values = {} } = mapping;
  const fields = Object.entries(values).filter(([, of]) => Object.keys(of).length > 0);
  if (fields.length === 0) return null;
  const set = (field: string, text: string, chosen: string) => {
    const meaning = chosen === KEPT ? text : chosen === MISSING ? null : chosen;
    onChange({ ...mapping, values: { ...values, [field]: { ...values[field], [text]: meaning } } }, false);
  };
  return (
    <Frame
      title={say('Words')}
      about={say('what the words of the file stand for')}
      heads={[say('Field'), say('In the file'), say('Stands for')]}
    >
      {fields.flatMap(([name, of]) => {
        const field = fieldNamed(resource, name);
        const title = field ? say(titleOf(field)) : name;
        return Object.entries(of).map(([text, meaning]) => {
          const words = field?.words ?? [];
          const value = meaning === null ? MISSING : meaning === text && !words.includes(text) ? KEPT : String(meaning);
          return (
            <tr key={`${name} ${text}`} class={meaning === '' ? 'open' : ''}>
              <th scope="row">{title}</th>
              <td>{text}</td>
              <td>
                <select
                  aria-label={say('What {text} stands for in {field}', { text, field: title })}
                  aria-invalid={meaning === '' || undefined}
                  value={value}
                  onChange={({ currentTarget }) => set(name, text, currentTarget.value)}
                >
                  {meaning === '' && <option value="">{say('Choose…')}</option>}
                  {words.map((word) => (
                    <option key={word} value={word}>
                      {say(wordText(word))}
                    </option>
                  ))}
                  {!['', KEPT, MISSING, ...words].includes(value) && <option value={value}>{value}</option>}
                  <option value={KEPT}>{say('The same, as it is in the file')}</option>
                  <option value={MISSING}>{say('Nothing: a missing value')}</option>
                </select>
              </td>
            </tr>
          );
        });
      })}
    </Frame>
  );
}

const DATES = ['dd.mm.yyyy', 'dd/mm/yyyy', 'mm/dd/yyyy', 'yyyy-mm-dd', 'dd-mmm-yy', 'excel'];

/** What rows get that have none, and how dates and numbers are written. */
export function Details({ resource, suggestion, mapping, onChange }: Props) {
  const { defaults = {}, dateFormat = '', decimal = '' } = mapping;
  const formats = [...new Set([...DATES, ...(dateFormat === '' ? [] : [dateFormat])])];
  const without = (name: string, value: string): Mapping => {
    const { [name]: _, ...rest } = mapping;
    return value === '' ? rest : { ...rest, [name]: value };
  };
  return (
    <section class="card import-details">
      {Object.entries(defaults).map(([name, value]) => {
        const field = fieldNamed(resource, name);
        const set = (next: string) => onChange({ ...mapping, defaults: { ...defaults, [name]: next } }, false);
        return (
          <label key={name} class="field" for={`default-${name}`}>
            <span>{say('{field} of every row that has none', { field: field ? say(titleOf(field)) : name })}</span>
            {field?.words ? (
              <select
                id={`default-${name}`}
                value={String(value)}
                aria-invalid={value === '' || undefined}
                onChange={({ currentTarget }) => set(currentTarget.value)}
              >
                {value === '' && <option value="">{say('Choose…')}</option>}
                {field.words.map((word) => (
                  <option key={word} value={word}>
                    {say(wordText(word))}
                  </option>
                ))}
              </select>
            ) : (
              <input
                id={`default-${name}`}
                value={String(value)}
                aria-invalid={value === '' || undefined}
                onChange={({ currentTarget }) => set(currentTarget.value)}
              />
            )}
          </label>
        );
      })}
      <label class="field">
        <span>{say('Dates')}</span>
        <select
          value={dateFormat}
          onChange={({ currentTarget }) => onChange(without('dateFormat', currentTarget.value), false)}
        >
          <option value="">
            {suggestion.date_formats.length > 0
              ? say('As recognised: {formats}', { formats: suggestion.date_formats.join(', ') })
              : say('As recognised')}
          </option>
          {formats.map((format) => (
            <option key={format} value={format}>
              {format}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{say('Decimals')}</span>
        <select
          value={decimal}
          onChange={({ currentTarget }) => onChange(without('decimal', currentTarget.value), false)}
        >
          <option value="">{say('As recognised')}</option>
          <option value="point">{say('With a point: 85,000.50')}</option>
          <option value="comma">{say('With a comma: 85.000,50')}</option>
        </select>
      </label>
    </section>
  );
}
