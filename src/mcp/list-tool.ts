// The tool that lists the records of a resource. It refuses unknown filters, which the API would ignore.
import { type Catalogue, type Field, type Resource, referencesOf } from '../catalogue/resource.ts';
import type { Json } from '../contract/documents/schemas.ts';
import { LIMIT, OFFSET, Q_LENGTH } from '../contract/limits.ts';
import {
  besideOperators,
  cycles,
  type Filter,
  filtersOf,
  isCycle,
  isRange,
  operatorsIn,
  operatorsOf,
} from '../contract/request/conditions.ts';
import { nameMeant } from '../contract/request/parameters.ts';
import {
  addLists,
  brief,
  type FieldLists,
  faultText,
  LISTED,
  nameList,
  object,
  projection,
  requestList,
  type Tool,
  ToolFault,
} from './tool.ts';

type FilterValue = string | number | null;
type FilterValues = FilterValue | readonly FilterValue[];
type ByOperator = Readonly<Record<string, FilterValues>>;
export type Filters = Readonly<Record<string, FilterValues | ByOperator>>;
/** What the tools take that list something. */
export type Listing = {
  readonly filters?: Filters;
  readonly q?: string;
  readonly limit?: number;
  readonly offset?: number;
};

/** The same for all tools that take filters. */
export function filterSchema(catalogue: Catalogue): Json {
  const operators = operatorSchemas(catalogue);
  const names = Object.keys(operators).join(', ');
  return {
    type: 'object',
    description: `What must hold, all of it: {"status": "active", "dept_id": [1, 2], "manager_id": null, "date_of_joining": {"gte": "2025-01-01"}, "branch": {"ne": "London"}, "manager_id.branch": "Paris"}. A list means any of them, null a missing value. Operators are ${names}, and may also be written "date_of_joining[gte]"; ne is none of the values, _or_null finds missing values too, weekday is ${cycles.weekday.minimum} (Monday) to ${cycles.weekday.maximum}, month_of_year ${cycles.month_of_year.minimum} to ${cycles.month_of_year.maximum}. Behind a reference and a dot, the filters of what it refers to work. {"without": "leave?status=approved&from_date[gte]=2026-01-01"} finds employees who have no such leave, "with" those who have some; a list means all of them. describe_resources has the names.`,
    additionalProperties: {
      anyOf: [
        ...oneOrMore(VALUE),
        { type: 'object', properties: operators, minProperties: 1, additionalProperties: false },
      ],
    },
  };
}

export function listTool(
  catalogue: Catalogue,
  resource: Json,
): Tool<Listing & FieldLists & { readonly resource: string }> {
  return {
    title: 'List records',
    about: `A page of the records of a resource, in the order of their ids unless sorted, with the exact total of all that match. For counts in groups, and for any other figure, use aggregate_records. Fields without a value are left out, unless you choose fields. next_offset is where to go on; null at the end.`,
    input: object(
      {
        resource,
        filters: filterSchema(catalogue),
        q: { type: 'string', maxLength: Q_LENGTH, description: 'Words that must all occur in the text of a record.' },
        sort: nameList('What to sort by, such as ["-date_of_joining", "last_name"]; "-" is for descending order.'),
        ...projection,
        limit: { type: 'integer', ...LIMIT, default: LISTED },
        offset: { type: 'integer', ...OFFSET, description: 'How many records to skip.' },
      },
      ['resource'],
    ),
    async call({ resource: name, filters = {}, q, limit, offset = 0, ...lists }, send) {
      const query = filterQuery(catalogue.find((each) => each.name === name)!, filters);
      if (q !== undefined) query.set('q', q);
      addLists(query, lists);
      const areChosen = lists.fields !== undefined;
      const briefly = (record: Json) => brief(record, areChosen);
      const { answer, shown, next } = await requestList(send, name, query, { limit, offset }, briefly);
      const { length } = answer.data;
      return {
        resource: name,
        total: answer.meta.total,
        offset,
        shown: shown.length,
        next_offset: next,
        ...(shown.length < length && { note: `Long records: ${shown.length} of ${length} fit in the answer.` }),
        data: shown,
      };
    },
  };
}

const VALUE = { type: ['string', 'number', 'null'], minLength: 1 };

const oneOrMore = (value: Json): Json[] => [value, { type: 'array', items: value, minItems: 1 }];

/** What each operator takes, for all that some field has. */
function operatorSchemas(catalogue: Catalogue): Json {
  const all = new Set(catalogue.flatMap(({ fields }) => fields.flatMap(operatorsOf)));
  const schemaOf = (operator: Filter['operator']): Json => {
    if (isCycle(operator)) return { anyOf: oneOrMore({ type: 'integer', ...cycles[operator] }) };
    return isRange(operator) ? { type: ['string', 'number'], minLength: 1 } : { anyOf: oneOrMore(VALUE) };
  };
  const shown = [...all].filter((each) => each !== 'in');
  return {
    ...Object.fromEntries(shown.map((each) => [each, schemaOf(each)])),
    ...Object.fromEntries(
      besideOperators.map((each) => [each, { type: 'string', description: 'Another date of the record.' }]),
    ),
  };
}

/** A model that invented a filter would believe that the answer is filtered. */
export function filterQuery(resource: Resource, filters: Filters): URLSearchParams {
  const known = filtersOf(resource);
  const parameters = parametersOf(filters);
  const unknown = parameters.filter(([name]) => !known.has(name));
  const manifold = parameters.filter(([name, values]) => values.length > 1 && takesOne(known.get(name)));
  const faults = [
    ...unknown.map(([name], at) => {
      const meant = nameMeant(name, at, () => known.keys());
      return fault(name, `${resource.many} have no such filter${meant}`);
    }),
    ...manifold.map(([name]) => fault(name, 'A range takes one value, not a list')),
  ];
  if (faults.length > 0)
    throw new ToolFault([faultText(faults), ...(unknown.length > 0 ? [filterText(resource)] : [])].join('\n'));
  return new URLSearchParams(parameters.flatMap(([name, values]) => values.map((value) => [name, String(value)])));
}

const takesOne = (filter: Filter | undefined): boolean =>
  filter !== undefined && (isRange(filter.operator) || filter.others !== undefined);

export const parametersOf = (filters: Filters): [string, readonly FilterValue[]][] =>
  Object.entries(filters).flatMap(asParameters);

/** `{"days": {"gt": 3}}` is the parameter `days[gt]` of the API. */
function asParameters([name, value]: [string, FilterValues | ByOperator]): [string, readonly FilterValue[]][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value as ByOperator).map(([operator, sent]) => [`${name}[${operator}]`, listOf(sent)]);
  return [[name, listOf(value as FilterValues)]];
}

const listOf = (values: FilterValues): readonly FilterValue[] =>
  Array.isArray(values) ? values : [values as FilterValue];

const fault = (name: string, msg: string) => ({ type: 'filter', loc: ['input', 'filters', name], msg });

/** `filters_behind`: the resource whose filters work behind a reference and a dot, by the name of the reference.
 * `with_or_without`: what leads to these records. `isShown`: for a field of another resource too. */
export function filterSummary(resource: Resource, isShown: (field: Field, of?: Resource) => boolean = () => true) {
  const asked = resource.fields.filter((field) => operatorsIn(resource, field).length > 0 && isShown(field));
  const groups = Map.groupBy(asked, (field) => `${field.filter} ${operatorsIn(resource, field)}`);
  const behind = referencesOf(resource).filter((field) => isShown(field));
  const others = resource.referrers.filter(({ from, by }) => isShown(by, from));
  return {
    filters: [...groups.values()].map((fields) => ({
      fields: fields.map(({ name }) => name),
      operators: operatorsIn(resource, fields[0]!).filter((operator) => operator !== 'in'),
      ...(fields[0]!.filter === 'null' && { values: 'null only' as const }),
    })),
    filters_behind: Object.fromEntries(behind.map(({ name, target }) => [name, target.name])),
    ...(others.length > 0 && { with_or_without: others.map(({ name }) => name) }),
  };
}

/** The same in words. */
function filterText(resource: Resource): string {
  const { filters, filters_behind, with_or_without = [] } = filterSummary(resource);
  const groups = filters.map(
    ({ fields, operators, values }) =>
      `${fields.join(', ')} (${[...operators, ...(values ? [`${values}`] : [])].join(', ')})`,
  );
  const behind = Object.entries(filters_behind).map(([name, target]) => `${name}. for those of ${target}`);
  const parts = [
    `Filters, with their operators: ${groups.join('; ')}.`,
    ...(behind.length > 0 ? [`Behind references: ${behind.join(', ')}.`] : []),
    ...(with_or_without.length > 0 ? [`With and without: ${with_or_without.join(', ')}.`] : []),
  ];
  return parts.join(' ');
}
