// The views for reports, derived from the catalogue: one for each resource, with typed columns, and beside each
// reference the name of the record that it leads to. A private field is in no view, whatever leads to it.
// docs/guides/bi.md says how they are used.
import { type Field, labelOf, type Reference, type Resource, referencesOf } from '../../../catalogue/resource.ts';
import { hiddenIn, type Model } from '../../shared/model.ts';
import { quoted } from '../../shared/schema.ts';

/** The schema of the views, and the role that may read them. */
export const BI = 'workforce_bi';

/** `type`: as PostgreSQL writes it. */
export type Column = { readonly name: string; readonly type: string; readonly sql: string; readonly about: string };

export type View = {
  readonly name: string;
  readonly about: string;
  readonly columns: readonly Column[];
  /** What is selected from. */
  readonly from: string;
};

export const viewsOf = (model: Model): View[] => model.catalogue.map((resource) => viewOf(model, resource));

export const viewName = ({ name }: View): string => `${BI}.${quoted(name)}`;

const RECORD = 'record';

function viewOf(model: Model, resource: Resource): View {
  const hidden = hiddenIn(model, resource);
  // Of a secret there is never a value.
  const shown = resource.fields.filter(({ name, kindName }) => !hidden?.has(name) && kindName !== 'secret');
  const joined = referencesOf(resource).filter((field) => shown.includes(field));
  const joins = joined.map(
    ({ name, target }) =>
      `LEFT JOIN ${quoted(target.table)} AS ${quoted(name)} ON ${quoted(name)}."id" = ${RECORD}.${quoted(name)}`,
  );
  return {
    name: resource.table,
    about: plain(resource.about),
    columns: shown.flatMap((field) => [columnOf(field), ...nameColumn(model, field)]),
    // A join by a primary key is left out by the planner where its name is not asked for.
    from: [`${quoted(resource.table)} AS ${RECORD}`, ...joins].join('\n  '),
  };
}

const columnOf = (field: Field): Column => ({
  name: field.name,
  ...typed(field, `${RECORD}.${quoted(field.name)}`),
  about: plain(field.about) + (field.kindName === 'flag' ? ' Here true stands for 1.' : ''),
});

/** `dept_name` beside `dept_id`; `referred_by_name` beside `referred_by`. */
function nameColumn(model: Model, field: Field): Column[] {
  if (!isReference(field)) return [];
  const { name, target } = field;
  const label = labelOf(target, hiddenIn(model, target));
  if (label.length === 0) return [];
  const texts = label.map((each) => `NULLIF(${quoted(name)}.${quoted(each)}, '')`);
  return [
    {
      name: `${name.replace(/_id$/, '')}_name`,
      type: TYPES.string,
      sql: texts.length === 1 ? texts[0]! : `NULLIF(concat_ws(' ', ${texts.join(', ')}), '')`,
      about: `What the ${target.one} of ${name} is called.`,
    },
  ];
}

const isReference = (field: Field): field is Reference => field.target !== undefined;

const TYPES = { integer: 'bigint', number: 'double precision', string: 'text' } as const;

function typed(field: Field, column: string): Pick<Column, 'type' | 'sql'> {
  if (field.kindName === 'flag') return { type: 'boolean', sql: `${column} = 1` };
  if (field.kindName !== 'date') return { type: TYPES[field.kind.schema.type], sql: column };
  // The year 0000 is that before the year 1, which PostgreSQL calls 1 BC.
  const dated = (modern: string, ancient: string, type: string) =>
    `CASE WHEN ${column} < '0001' THEN ('0001' || ${ancient} || ' BC')::${type} ELSE (${modern})::${type} END`;
  return isMoment(field)
    ? { type: 'timestamp with time zone', sql: dated(`${column} || 'Z'`, `substr(${column}, 5) || 'Z'`, 'timestamptz') }
    : { type: 'date', sql: dated(`left(${column}, 10)`, `substr(${column}, 5, 6)`, 'date') };
}

/** Any date may be a day or a time. Reports need one type for each column, and it follows from the name. */
export const isMoment = ({ kindName, name }: Field): boolean =>
  kindName === 'date' && /^(created|updated)$|_at$/.test(name);

/** Comments are no Markdown. */
const plain = (about: string): string => about.replaceAll('`', '');
