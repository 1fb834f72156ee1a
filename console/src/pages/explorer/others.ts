// `with` and `without`: filters by other records that refer to those of a list.
import { type Field, type Resource, referencesTo } from '../../data/catalogue.ts';
import { mayRead } from '../../data/rights.ts';
import { say, toSay } from '../../words/say.ts';

export const otherSentences: Readonly<Record<string, string>> = {
  with: toSay('with: {values}'),
  without: toSay('without: {values}'),
};

type Other = { readonly name: string; readonly resource: Resource; readonly field: Field };

/** `name`: of the resource, unless several of its fields refer to the list. */
function allOthers(target: Resource): Other[] {
  const references = referencesTo(target);
  return references.map(({ resource, field }) => {
    const isOnly = references.filter((each) => each.resource === resource).length === 1;
    return { name: isOnly ? resource.name : `${resource.name}.${field.name}`, resource, field };
  });
}

/** Those that this client can ask for. */
export const othersOf = (target: Resource): Other[] =>
  allOthers(target).filter(({ resource, field }) => mayRead(resource.name) && !field.private);

const titleOf = (target: Resource, { resource, field }: Other): string =>
  field.title === target.one ? say(resource.many) : `${say(resource.many)} (${say(field.title)})`;

/** `leave?status=approved` → `leave requests · status=approved`. */
export function otherTitle(target: Resource, value: string): string {
  const [name = '', ...filters] = value.split('?');
  const other = allOthers(target).find(
    ({ name: short, resource, field }) => name === short || name === `${resource.name}.${field.name}`,
  );
  return other ? [titleOf(target, other), ...(filters.length > 0 ? [filters.join('?')] : [])].join(' · ') : value;
}
