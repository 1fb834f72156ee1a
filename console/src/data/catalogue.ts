// The catalogue of the service, as /console/catalogue.json publishes it: what resources there are, and what their
// fields are.
import { signal } from '@preact/signals';
import { say } from '../words/say.ts';

export type Field = {
  readonly name: string;
  readonly kind: string;
  readonly about: string;
  /** In sentences: `date of joining`. */
  readonly title: string;
  /** Never null in answers. */
  readonly required?: true;
  readonly create?: 'required' | 'optional';
  /** The value that a create without it gets, where it is always the same. */
  readonly default?: string | number;
  readonly words?: readonly string[];
  /** The resource that it refers to. */
  readonly to?: string;
  /** Both records have the same value in this field. */
  readonly within?: string;
  readonly notBefore?: string;
  readonly currency?: string;
  /** How lists can be filtered by it: by any value, or by whether there is one. */
  readonly filter?: 'value' | 'null';
  /** Its values are counted, so groups by it cost nothing. */
  readonly counted?: true;
  readonly range?: true;
  readonly sort?: true;
  /** Null, or the text `private` where it is never null, unless the token is shown. */
  readonly private?: true;
  readonly type: 'integer' | 'number' | 'string';
  readonly maxLength?: number;
};

export type Resource = {
  /** In paths: `career-sites`. */
  readonly name: string;
  /** The property of the typed client: `careerSites`. */
  readonly client: string;
  readonly one: string;
  readonly many: string;
  readonly about: string;
  /** Names of the fields that together say which record it is. */
  readonly label: readonly string[];
  readonly creatable: boolean;
  /** In the menu: its group, its name where it is shorter than `many`, and its icon as the path of an SVG. */
  readonly group: string;
  readonly short?: string;
  readonly icon: string;
  /** After `g`, this letter opens the list. */
  readonly key?: string;
  /** There are few, so that filters by them say how many records each has. */
  readonly few?: true;
  /** The fields that tables have at first. */
  readonly columns?: readonly string[];
  readonly person?: true;
  readonly fields: readonly Field[];
};

/** How a metric is drawn, as its own file says. */
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

export type MetricName = {
  readonly name: string;
  readonly title: string;
  readonly meaning: string;
  readonly drawn: Drawn;
  /** Whose records it reads; the first one has its groups and filters. */
  readonly resources: readonly string[];
  /** The private fields inside, such as `employees.base_salary`. */
  readonly private?: readonly string[];
};

export type Catalogue = {
  readonly product: string;
  readonly version: string;
  /** Whether the service takes creates at all. */
  readonly writes: boolean;
  /** Of resources, in the order of the menu. */
  readonly groups: readonly string[];
  readonly resources: readonly Resource[];
  readonly insights: readonly MetricName[];
  /** Whether the service serves the public career pages. */
  readonly careers?: boolean;
  /** Who may read the descriptions of the API, where it is not everybody. */
  readonly documents?: 'token';
};

/** Set before anything is shown. */
export const catalogue = signal<Catalogue>({
  ...{ product: '', version: '', writes: false },
  ...{ groups: [], resources: [], insights: [] },
});

export const resourceNamed = (name: string): Resource | undefined =>
  catalogue.value.resources.find((each) => each.name === name);

export const fieldNamed = (resource: Resource, name: string): Field | undefined =>
  resource.fields.find((each) => each.name === name);

/** Which fields of which resources refer to this one. */
export const referencesTo = (target: Resource): { resource: Resource; field: Field }[] =>
  catalogue.value.resources.flatMap((resource) =>
    resource.fields.filter(({ to }) => to === target.name).map((field) => ({ resource, field })),
  );

/** The resources in the order and the groups of the menu, without those that are not shown. */
export function menuGroups(isShown: (name: string) => boolean): { title: string; resources: Resource[] }[] {
  const { groups, resources } = catalogue.value;
  return groups
    .map((group) => ({
      title: say(group),
      resources: resources.filter((each) => each.group === group && isShown(each.name)),
    }))
    .filter((group) => group.resources.length > 0);
}
