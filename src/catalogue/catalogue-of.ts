// Makes a catalogue out of resources. It refuses one that could not work and names every fault. Then it resolves the
// names of other resources in fields, so that no other code has to look them up.
import { kinds } from './kinds.ts';
import { type Catalogue, type Field, type Referrer, type Resource, referencesOf } from './resource.ts';

export function catalogueOf(catalogue: Catalogue): Catalogue {
  const faults = [
    ...(['name', 'schema', 'table'] as const).flatMap((key) => {
      const values = catalogue.map((each) => each[key]);
      return repeated(key === 'name' ? 'resource' : key, values);
    }),
    ...catalogue.flatMap((resource) => resourceFaults(resource, catalogue)),
  ];
  if (faults.length > 0) throw new Error(`The catalogue is broken: ${faults.join('; ')}.`);
  for (const { fields } of catalogue) for (const field of fields) resolve(field, catalogue);
  for (const each of catalogue)
    (each.referrers as Referrer[]).splice(0, Number.POSITIVE_INFINITY, ...referrersOf(each, catalogue));
  return catalogue;
}

function resolve(field: Field, catalogue: Catalogue): void {
  const [target, words] = [targetOf(field, catalogue), wordsOf(field, catalogue)];
  Object.freeze(Object.assign(field, target && { target }, words && { words }));
}

const targetOf = ({ to }: Field, catalogue: Catalogue): Resource | undefined =>
  catalogue.find(({ name }) => name === to);

const wordsOf = (field: Field, catalogue: Catalogue): Field['words'] =>
  field.words ??
  catalogue.find(({ name }) => name === field.wordsOf)?.fields.find(({ name }) => name === field.name)?.words;

const referrersOf = (resource: Resource, catalogue: Catalogue): Referrer[] =>
  catalogue.flatMap((from) => {
    const references = referencesOf(from).filter(({ target }) => target === resource);
    const isOnly = references.length === 1;
    return references.map((by) => ({ name: isOnly ? from.name : `${from.name}.${by.name}`, from, by }));
  });

/** Names beside the resources under /api/v1. */
const RESERVED = ['health', 'aggregate', 'insights'];

function resourceFaults(resource: Resource, catalogue: Catalogue): string[] {
  const names = resource.fields.map((field) => field.name);
  const unknown = resource.unique.flat().filter((name) => !names.includes(name));
  const unshown = (resource.shown.columns ?? []).filter((name) => !names.includes(name));
  const unlabelled = resource.label.filter((name) => !names.includes(name));
  return [
    ...(RESERVED.includes(resource.name) ? [`${resource.name} is the name of another address`] : []),
    ...(/^[a-z]+(-[a-z]+)*$/.test(resource.name) ? [] : [`${resource.name} is no path name (a-z and single "-")`]),
    ...(names[0] === 'id' ? [] : [`${resource.name} does not begin with the field id`]),
    ...(resource.about.trim() ? [] : [`${resource.name} has no about`]),
    ...unknown.map((name) => `${resource.name} has no field ${name} to be unique by`),
    ...unlabelled.map((name) => `${resource.name} has no field ${name} to be named by`),
    ...unshown.map((name) => `${resource.name} has no field ${name} to show`),
    ...resource.fields.flatMap((field) => fieldFaults(resource, field, catalogue)),
  ];
}

function fieldFaults(resource: Resource, field: Field, catalogue: Catalogue): string[] {
  const at = `${resource.name}.${field.name}`;
  const has = (name: string | undefined) => resource.fields.some((other) => other.name === name);
  const target = targetOf(field, catalogue);
  const written = resource.creatable && field.name !== 'id' && field.create !== 'required';
  const rules: [boolean, string][] = [
    [!/^[a-z]+(_[a-z]+)*$/.test(field.name), 'is no field name (a-z and single "_")'],
    [['json', 'search', 'search_private'].includes(field.name), 'has a name that the store keeps for itself'],
    [!Object.hasOwn(kinds, field.kindName), `is of the unknown kind ${field.kindName}`],
    [!field.about.trim(), 'has no about'],
    [field.kindName === 'reference' && !target, `refers to ${field.to ?? 'nothing'}, which is no resource`],
    [
      field.within !== undefined && !(has(field.within) && target?.fields.some((f) => f.name === field.within)),
      `names ${field.within}, which is not on both sides`,
    ],
    [
      field.wordsOf !== undefined && !wordsOf(field, catalogue),
      `has the words of ${field.wordsOf}, where there are none`,
    ],
    [field.currency !== undefined && !has(field.currency), `has its currency in ${field.currency}, which is no field`],
    [field.notBefore !== undefined && !has(field.notBefore), `names ${field.notBefore}, which is no field`],
    [field.required && written && field.default === undefined, 'is required but may be omitted and has no default'],
    [field.create === 'required' && !field.required, 'must be sent but may be null in answers'],
  ];
  return rules.filter(([broken]) => broken).map(([, text]) => `${at} ${text}`);
}

function repeated(what: string, names: string[]): string[] {
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))].map(
    (name) => `${what} ${name} is there twice`,
  );
}
