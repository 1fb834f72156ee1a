// What an update prints: the changes, and a summary. For people the first few changes of a dry run; as JSON all of them.
import type { Value } from '../../catalogue/kinds.ts';
import type { Resource } from '../../catalogue/resource.ts';
import { abridged, counted } from '../../contract/words.ts';
import { type Change, changedFields } from '../../jobs/import/changes.ts';
import type { Updated } from '../../jobs/import/update-records.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import { formatNumber } from '../terminal/format-number.ts';
import { say } from '../terminal/output.ts';

/** The most changes that are printed for people. */
const MOST_CHANGES = 20;
/** The most characters of a value that are printed for people. */
const MOST_CHARACTERS = 60;

export type ChangeReport = {
  change(resource: Resource, change: Change): void;
  end(updated: readonly Updated[], faults: number, seconds: number): void;
};

export function changeReport(asJson: boolean, isDryRun: boolean): ChangeReport {
  let shown = 0;
  return {
    change(resource, change) {
      if (asJson) return say(JSON.stringify(changeObject(resource, change)));
      if (isDryRun && shown++ < MOST_CHANGES) say(changeLine(resource, change));
    },
    end(updated, faults, seconds) {
      if (asJson) {
        const resources = updated.map(({ resource, ...counts }) => ({ resource: resource.name, ...counts }));
        return say(JSON.stringify({ summary: { dry_run: isDryRun, faults, seconds, resources } }));
      }
      if (shown > MOST_CHANGES) say(`and ${counted(shown - MOST_CHANGES, 'more change')}`);
      const would = isDryRun || faults > 0 ? 'would be ' : '';
      for (const { resource, added, changed, same, absent } of updated)
        say(
          `${resource.many}: ${formatNumber(added)} ${would}added, ${formatNumber(changed)} ${would}changed, ${formatNumber(same)} the same, ${formatNumber(absent)} not in the file`,
        );
      say(`${seconds.toFixed(1)} s`);
    },
  };
}

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
  const name = `${resource.one} ${record.id}`;
  const fields = changedFields(resource, change).filter((field) => field.name !== 'id');
  if (!before) return `+ ${name}: ${fields.map((field) => `${field.name} ${cut(record[field.name])}`).join(', ')}`;
  return `~ ${name}: ${fields.map((field) => `${field.name} ${cut(before[field.name])} → ${cut(record[field.name])}`).join(', ')}`;
}

function cut(value: Value | undefined): string {
  if (value === undefined || value === null) return '(none)';
  return abridged(escapeControls(String(value)), MOST_CHARACTERS);
}
