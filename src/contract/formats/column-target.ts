// Where the cells of a column go: a field, or a reference that is given by a text of the record it leads to, such as
// `dept_id.name`.
import { type Field, type Resource, referencesOf } from '../../catalogue/resource.ts';
import { didYouMean } from '../did-you-mean.ts';
import { withArticle } from '../words.ts';

export type ColumnTarget = {
  readonly field: Field;
  /** For a reference: the text field of the other record that the cells hold. */
  readonly by?: Field;
};

export const targetText = ({ field, by }: ColumnTarget): string => (by ? `${field.name}.${by.name}` : field.name);

/** The fields by which people tell records apart: codes, e-mail addresses and slugs, and names that every record has. */
export const namingFields = ({ fields }: Resource): Field[] =>
  fields.filter(({ kind, kindName, required }) => kind.index === 'plain' || (kindName === 'name' && required));

/** The target that a text names, or what is wrong with it. */
export function columnTarget(resource: Resource, text: string): ColumnTarget | { readonly fault: string } {
  const [name = '', byName, ...more] = text.split('.');
  const field = resource.fields.find((each) => each.name === name);
  if (!field) return { fault: unknownTarget(resource, name) };
  if (field.kindName === 'secret') return { fault: `${name} cannot be imported: nothing is kept there` };
  if (byName === undefined) return { field };
  const target = referencesOf(resource).find((each) => each.name === name)?.target;
  if (!target) return { fault: `${name} refers to no other record, so write ${name} and not ${text}` };
  const naming = namingFields(target);
  const by = more.length === 0 ? naming.find((each) => each.name === byName) : undefined;
  if (by) return { field, by };
  const names = naming.map((each) => each.name);
  const meant = didYouMean(byName, names, (each) => [`${name}.${each}`]);
  return {
    fault: names.length
      ? `${withArticle(target.one)} is not found by ${JSON.stringify([byName, ...more].join('.'))}${meant}; it is by ${names.join(', ')}`
      : `${withArticle(target.one)} is found by its id only, so write ${name}`,
  };
}

const unknownTarget = ({ many, fields }: Resource, name: string): string => {
  const names = fields.filter(({ kindName }) => kindName !== 'secret').map((field) => field.name);
  return `${many} have no field ${JSON.stringify(name)}${didYouMean(name, names)}; they have ${names.join(', ')}`;
};
