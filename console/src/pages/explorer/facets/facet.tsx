// What all filters have: their question, and whether there is a value.
import type { Field, Resource } from '../../../data/catalogue.ts';
import { conditionsIn, formatQuery, type Query, valueIn, withoutField, withValue } from '../../../data/query.ts';
import { say } from '../../../words/say.ts';

export type FacetProps = { resource: Resource; field: Field; query: Query; onChange: (query: Query) => void };

/** The question for groups of the records that meet all other conditions. */
export const groupsPath = (resource: Resource, query: Query, field: Field, more: Query): string =>
  `aggregate/${resource.name}${formatQuery([...withoutField(conditionsIn(query), field.name), ...more])}`;

/** Whether there is a value. */
export function Missing({ field, query, onChange }: FacetProps) {
  if (field.required) return null;
  const isNone = valueIn(query, field.name) === 'null';
  const isSome = valueIn(query, `${field.name}[ne]`) === 'null';
  const set = (none: boolean, some: boolean) =>
    onChange(
      withValue(
        withValue(query, field.name, none ? 'null' : undefined),
        `${field.name}[ne]`,
        some ? 'null' : undefined,
      ),
    );
  return (
    <div>
      <label class={`value ${isSome ? 'on' : ''}`}>
        <input type="checkbox" checked={isSome} onChange={() => set(false, !isSome)} />
        <span class="words">{say('is set')}</span>
      </label>
      <label class={`value ${isNone ? 'on' : ''}`}>
        <input type="checkbox" checked={isNone} onChange={() => set(!isNone, false)} />
        <span class="words">{say('is not set')}</span>
      </label>
    </div>
  );
}

/** Instead of values, when they could not be read. */
export const NotKnown = ({ error }: { error: { readonly message: string } }) => (
  <p class="faint" title={error.message}>
    {say('Not known now')}
  </p>
);
