// The report of an update: the changes, and a summary. For people the first few changes of a dry run; as JSON all of
// them.
import type { Value } from '../../catalogue/kinds.ts';
import type { DataRecord, Resource } from '../../catalogue/resource.ts';
import { abridged, counted } from '../../contract/words.ts';
import { type Change, changedFields } from '../../jobs/import/changes.ts';
import type { Updated } from '../../jobs/import/update-records.ts';
import { formatNumber } from '../terminal/format-number.ts';
import { say } from '../terminal/output.ts';
import { escapeControls } from '../terminal/terminal.ts';

/** The most changes that are printed for people. */
const MOST_CHANGES = 20;
/** The most records that are not in the file that are named for people. */
const MOST_ABSENT = 5;
/** The most characters of a value that are printed for people. */
const MOST_CHARACTERS = 60;

export function changeReport(asJson: boolean, isDryRun: boolean) {
  let shown = 0;
  const absent = new Map<Resource, string[]>();
  return {
    change(resource: Resource, change: Change) {
      if (asJson) return say(JSON.stringify(changeObject(resource, change)));
      if (isDryRun && shown++ < MOST_CHANGES) say(changeLine(resource, change));
    },
    absent(resource: Resource, record: DataRecord) {
      if (asJson)
        return say(JSON.stringify({ change: 'absent', resource: resource.name, ...namesIn(resource, record) }));
      const known = absent.get(resource) ?? [];
      absent.set(resource, known);
      if (known.length < MOST_ABSENT) known.push(Object.values(namesIn(resource, record)).map(cut).join(' '));
    },
    end(updated: readonly Updated[], faults: number, problems: readonly object[], seconds: number) {
      if (asJson) {
        const resources = updated.map(({ resource, ...counts }) => ({ resource: resource.name, ...counts }));
        return say(JSON.stringify({ summary: { dry_run: isDryRun, faults, seconds, resources, problems } }));
      }
      if (shown > MOST_CHANGES) say(`and ${counted(shown - MOST_CHANGES, 'more change')}`);
      const would = isDryRun || faults > 0 ? 'would be ' : '';
      for (const { resource, added, changed, same, absent: missing } of updated) {
        const names = absent.get(resource) ?? [];
        const more = missing > names.length ? ` and ${formatNumber(missing - names.length)} more` : '';
        const list = names.length > 0 ? `: ${names.join(', ')}${more}` : '';
        say(
          `${resource.many}: ${formatNumber(added)} ${would}added, ${formatNumber(changed)} ${would}changed, ${formatNumber(same)} the same, ${formatNumber(missing)} not in the file${list}`,
        );
      }
      say(`${seconds.toFixed(1)} s`);
    },
  };
}

/** The id of a record, and its name for people. */
const namesIn = ({ fields, label }: Resource, record: DataRecord): DataRecord =>
  Object.fromEntries(
    fields
      .filter(({ name, kindName }) => name === 'id' || name === 'code' || label.includes(name) || kindName === 'slug')
      .filter(({ name }) => (record[name] ?? null) !== null)
      .map(({ name }) => [name, record[name]!]),
  );

const changeObject = (resource: Resource, change: Change) => ({
  change: change.before ? 'changed' : 'added',
  resource: resource.name,
  id: change.record.id,
  line: change.line,
  fields: Object.fromEntries(
    changedFields(resource, change).map(({ name }) => [
      name,
      [change.before?.[name] ?? null, change.record[name] ?? null],
    ]),
  ),
});

function changeLine(resource: Resource, change: Change): string {
  const { before, record } = change;
  const fields = changedFields(resource, change).filter((field) => field.name !== 'id');
  const texts = fields.map(({ name }) => `${name} ${before ? `${cut(before[name])} → ` : ''}${cut(record[name])}`);
  return `${before ? '~' : '+'} ${resource.one} ${record.id}: ${texts.join(', ')}`;
}

function cut(value: Value | undefined): string {
  if (value === undefined || value === null) return '(none)';
  return abridged(escapeControls(String(value)), MOST_CHARACTERS);
}
