// The template of a resource: the header of a CSV, and a line that describes each column. The import skips that line
// when it is still there, because it knows its text.
import type { Field, Resource } from '../../catalogue/resource.ts';
import { namingFields } from '../../contract/formats/column-target.ts';
import { csvLine } from '../../contract/formats/csv.ts';
import { isNeeded } from '../../contract/formats/import-row.ts';
import { withArticle } from '../../contract/words.ts';

const ABOUT: Readonly<Record<string, string>> = {
  id: 'whole number; in every row or in none',
  count: 'whole number',
  flag: '0 or 1',
  number: 'number such as 5 or 5.5',
  amount: 'number such as 5 or 5.5, not negative',
  date: 'date such as 2026-03-04',
  json: 'JSON',
};

/** Only ASCII, so that no spreadsheet changes it. */
export function explanation(field: Field): string {
  const { target, words, kind, kindName } = field;
  const what = target
    ? referenceText(field.name, target)
    : (ABOUT[kindName] ?? `text, up to ${kind.schema.maxLength} characters`);
  const examples = words ? `, such as ${words.join(' / ')}` : '';
  return `# ${isNeeded(field) ? 'required' : 'optional'}: ${what}${examples}`;
}

function referenceText(name: string, target: Resource): string {
  const [by] = namingFields(target);
  return `id of ${withArticle(target.one)}${by ? `, or its ${by.name} if you call the column ${name}.${by.name}` : ''}`;
}

const columnsOf = ({ fields }: Resource): Field[] => fields.filter(({ kindName }) => kindName !== 'secret');

export const template = (resource: Resource): string =>
  csvLine(columnsOf(resource).map(({ name }) => name)) + csvLine(columnsOf(resource).map(explanation));

/** Whether every cell is the explanation of its column. */
export const isExplanation = (fields: readonly (Field | undefined)[], cells: readonly (string | null)[]): boolean =>
  cells.length === fields.length &&
  cells[0]?.startsWith('# ') === true &&
  cells.every((cell, i) => fields[i] !== undefined && cell === explanation(fields[i]));
