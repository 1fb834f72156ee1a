// Where the cells of a column go: a field; the first and the last name of a person, `name`; the id that the file itself
// gives, `source_id`; or a reference that is given by a text of the record it leads to, such as `dept_id.name`.
import { type Field, namesOf, type Resource, referencesOf } from '../../catalogue/resource.ts';
import { didYouMean, withArticle } from '../words.ts';
import type { NameForm } from './name-text.ts';

/** The identity of a record in a file: a field; the first and the last name together; or, without fields, the id of
 * another system. */
export type Naming = { readonly name: string; readonly fields: readonly Field[] };

/** The id that the source of a file gives to a record. */
export const SOURCE_ID = 'source_id';
const BY_SOURCE: Naming = { name: SOURCE_ID, fields: [] };

export type ColumnTarget = {
  readonly field: Field;
  /** For whole names: the fields of the first and the last name; `field` is the former. */
  readonly names?: readonly [first: Field, last: Field];
  /** The cells are the ids that the file itself gives. They are stored as notes, and fill no field. */
  readonly isSourceId?: true;
  /** For a reference: the field of the other record that the cells hold. */
  readonly by?: Naming;
  /** How whole names are written, where that is known. */
  readonly form?: NameForm | undefined;
};

export const filledBy = ({ field, names, isSourceId }: ColumnTarget): readonly Field[] =>
  isSourceId ? [] : (names ?? [field]);

/** Whether a column can only be read when the source of the file has a name. */
export const needsSource = ({ isSourceId, by }: ColumnTarget): boolean => isSourceId === true || by === BY_SOURCE;

export const isWhole = ({ names, by }: ColumnTarget): boolean => names !== undefined || (by?.fields.length ?? 0) > 1;

export function targetText({ field, names, by, form, isSourceId }: ColumnTarget): string {
  if (isSourceId) return SOURCE_ID;
  const parts = names ?? (by && by.fields.length > 1 ? by.fields : undefined);
  const whole = parts && form ? formText(parts, form) : parts ? 'name' : undefined;
  if (by) return `${field.name}.${whole ?? by.name}`;
  return whole ?? field.name;
}

const formText = ([first, last]: readonly Field[], form: NameForm): string =>
  form.replace(/first|last/g, (word) => (word === 'first' ? first : last)!.name);

/** The fields by which people tell records apart: codes, e-mail addresses and slugs, names that every record has, and
 * whole names. */
export function namingFields(resource: Resource): Naming[] {
  const own = resource.fields.filter(
    ({ kind, kindName, required }) => kind.index === 'plain' || (kindName === 'name' && required),
  );
  const names = namesOf(resource);
  return [
    ...own.map((field) => ({ name: field.name, fields: [field] })),
    ...(names ? [{ name: 'name', fields: names }] : []),
  ];
}

/** `name`, or the names of both fields in the order in which they are written. */
function wholeTarget(resource: Resource, text: string): Pick<ColumnTarget, 'names' | 'form'> | undefined {
  const names = namesOf(resource);
  if (!names) return undefined;
  if (text === 'name') return { names };
  const forms: readonly NameForm[] = ['first last', 'last, first', 'last first'];
  const form = forms.find((each) => formText(names, each) === text.replace(/\s+/g, ' ').replace(/ ?, ?/, ', '));
  return form && { names, form };
}

/** The target that a text names, or the fault of that text. */
export function columnTarget(resource: Resource, text: string): ColumnTarget | { readonly fault: string } {
  const [name = '', byName, ...more] = text.split('.');
  const field = resource.fields.find((each) => each.name === name);
  const whole = field ? undefined : wholeTarget(resource, text);
  if (whole) return { field: whole.names![0], ...whole };
  if (text === SOURCE_ID) return { field: resource.fields[0]!, isSourceId: true };
  if (!field) return { fault: unknownTarget(resource, name) };
  if (field.kindName === 'secret') return { fault: `${name} cannot be imported: nothing is kept there` };
  if (byName === undefined) return { field };
  const target = referencesOf(resource).find((each) => each.name === name)?.target;
  if (!target) return { fault: `${name} refers to no other record, so write ${name} and not ${text}` };
  const naming = [...namingFields(target), BY_SOURCE];
  const form = wholeTarget(target, byName)?.form;
  const by = more.length === 0 ? naming.find((each) => each.name === (form ? 'name' : byName)) : undefined;
  if (by) return { field, by, form };
  const names = naming.map((each) => each.name);
  const meant = didYouMean(byName, names, (each) => [`${name}.${each}`]);
  return {
    fault: `${withArticle(target.one)} is not found by ${JSON.stringify([byName, ...more].join('.'))}${meant}; it is by ${names.join(', ')}`,
  };
}

const unknownTarget = (resource: Resource, name: string): string => {
  const names = resource.fields.filter(({ kindName }) => kindName !== 'secret').map((field) => field.name);
  const whole = namesOf(resource) ? ', and name for first and last name together' : '';
  return `${resource.many} have no field ${JSON.stringify(name)}${didYouMean(name, names)}; they have ${names.join(', ')}${whole}`;
};
