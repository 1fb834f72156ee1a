// The catalogue as the web console reads it, at /console/catalogue.json: the description of its tables, filters and
// forms.
import { type Catalogue, type Field, groups, namesOf, type Resource } from '../../catalogue/resource.ts';
import { PRODUCT, VERSION } from '../product.ts';
import { clientProperty } from './client-source.ts';

/** How a metric is drawn. Figures on one axis have one unit and one kind: no mean beside a maximum, no share beside a
 * count. */
export type Drawn = {
  /** Over time, a line whose axis may be cut, or an area from 0; a bar for each group; the way from stage to stage; or
   * only numbers. */
  readonly as: 'line' | 'area' | 'bars' | 'funnel' | 'numbers';
  /** The parts of the period that it opens with. Without them it opens with the whole. */
  readonly every?: 'month' | 'quarter';
  /** The number of all parts, where they say it: the one of the last day, or their sum. Otherwise it is asked for. */
  readonly whole?: 'last' | 'sum';
  /** Figures of a single entry that are bars, each list on an axis of its own. The others are numbers. */
  readonly axes?: readonly (readonly string[])[];
  /** The meaning of the sides of 0, where both occur. */
  readonly sides?: readonly [below: string, above: string];
  /** Days are shown in years. */
  readonly years?: true;
  /** Which way is better, for the figures that have a better way. */
  readonly better?: Readonly<Record<string, 'more' | 'less'>>;
};

type Metric = {
  readonly name: string;
  readonly title: string;
  readonly meaning: string;
  /** The resource that its groups and filters are of. */
  readonly of: string;
  /** Fields such as `employees.base_salary`. */
  readonly reads: readonly string[];
  readonly drawn: Drawn;
};

type Facts = {
  readonly catalogue: Catalogue;
  /** Whether the service takes creates at all. */
  readonly writes: boolean;
  /** Whether career sites are served. */
  readonly careers: boolean;
  /** Who may read the descriptions of the API. */
  readonly documentsFor?: 'public' | 'token' | undefined;
  readonly privateFields: Readonly<Record<string, ReadonlySet<string>>>;
  readonly insights: readonly Metric[];
};

export function consoleCatalogue({ catalogue, writes, careers, documentsFor, privateFields, insights }: Facts): string {
  const resources = catalogue.map((resource) => described(resource, privateFields[resource.name]));
  const isPrivate = (read: string) => {
    const [resource, field] = read.split('.') as [string, string];
    return privateFields[resource]?.has(field);
  };
  const metrics = insights.map(({ name, title, meaning, of, reads, drawn }) => ({
    ...{ name, title, meaning, drawn },
    resources: [...new Set([of, ...reads.map((read) => read.split('.')[0]!)])],
    ...(reads.some(isPrivate) && { private: reads.filter(isPrivate) }),
  }));
  return JSON.stringify({
    ...{ product: PRODUCT, version: VERSION, writes, careers },
    ...(documentsFor === 'token' && { documents: 'token' }),
    ...{ groups, resources, insights: metrics },
  });
}

function described(resource: Resource, hidden: ReadonlySet<string> | undefined): object {
  const { name, one, many, about, label, creatable, fields, shown } = resource;
  return {
    ...{ name, client: clientProperty(name), one, many, about, label, creatable, ...shown },
    ...(namesOf(resource) && { person: true }),
    // A field that is only there for compatibility is not shown to people.
    fields: fields
      .filter(({ kindName }) => kindName !== 'secret')
      .map((field) => describedField(field, hidden?.has(field.name) === true)),
  };
}

function describedField(field: Field, isPrivate: boolean): object {
  const { name, kindName, about, required, create, words, to, within, notBefore, currency, filter, kind } = field;
  return {
    ...{ name, kind: kindName, about, title: titleOf(field), create, words, to, within, notBefore, currency, filter },
    ...(required && { required }),
    ...(['string', 'number'].includes(typeof field.default) && { default: field.default }),
    ...(field.index === 'counted' && { counted: true }),
    ...(field.range && { range: true }),
    ...(field.sort && { sort: true }),
    ...(isPrivate && { private: true }),
    type: kind.schema.type,
    maxLength: kind.schema.maxLength,
  };
}

/** `date_of_joining` → `date of joining`; a reference with a short name gets the name of its resource: `dept_id` →
 * `department`. */
function titleOf({ name, target }: Field): string {
  const words = name.replace(/_(id|json)$/, '').replaceAll('_', ' ');
  const isShort = new RegExp([...words].join('.*'));
  return target && isShort.test(target.one) ? target.one : words;
}
