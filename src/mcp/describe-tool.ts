// The tool that describes the resources: their fields, filters, ranges and orders.
import type { Catalogue, Field, Resource } from '../catalogue/resource.ts';
import type { Json } from '../contract/documents/schemas.ts';
import { fieldsFor } from '../contract/request/field-lists.ts';
import { rangeOperators } from '../contract/request/list-query.ts';
import { object, type Tool } from './tool.ts';

type Input = { readonly resource?: string };

export function describeTool(catalogue: Catalogue, resourceName: Json): Tool<Input> {
  return {
    title: 'Describe the data',
    about:
      'Says what there is. Without a resource: all resources, what they hold, and whether records can be created. With one: its fields, what they refer to, its filters and ranges, what it can be sorted by, and what a new record takes. Call it before filtering.',
    input: object({ resource: resourceName }),
    async call({ resource }) {
      const one = catalogue.find((each) => each.name === resource);
      return one ? details(one) : { resources: catalogue.map(overview) };
    },
  };
}

const overview = ({ name, about, creatable }: Resource): Json => ({ resource: name, about, can_be_created: creatable });

const details = (resource: Resource): Json => ({
  ...overview(resource),
  filters: namesOf(resource, 'filter'),
  ranges: namesOf(resource, 'range'),
  range_operators: Object.keys(rangeOperators),
  sort: fieldsFor.sort(resource).map(({ name }) => name),
  expand: fieldsFor.expand(resource).map(({ name }) => name),
  fields: resource.fields.map(fieldRow),
});

const fieldRow = ({ name, kind, about, required, target, create }: Field): Json => ({
  name,
  type: kind.schema.type,
  ...(!required && { can_be_null: true }),
  about,
  ...(target && { refers_to: target.name }),
  ...(create && { in_create: create, expected: kind.expected }),
});

export const namesOf = ({ fields }: Resource, which: 'filter' | 'range'): string[] =>
  fields.filter((field) => field[which]).map(({ name }) => name);
