// The columns of a table: which, in what order, how wide, and how a value looks.
import type { ComponentChildren } from 'preact';
import { type Field, fieldNamed, isShown, type Resource, resourceNamed, shownFields } from '../../data/catalogue.ts';
import { type Query, valueIn, withValue } from '../../data/query.ts';
import {
  capital,
  type DataRecord,
  isPerson,
  labelFieldsOf,
  labelOf,
  referenceLabel,
  titleOf,
} from '../../data/records.ts';
import { isLocked, me } from '../../data/rights.ts';
import { dateText, numberText, valueText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { Avatar, Pill, RecordLink, recordHref } from '../../parts/person.tsx';
import type { Column } from '../../parts/table/table.tsx';

/** What most people want to see first. A resource that is not listed shows its first fields. */
const usual: Readonly<Record<string, readonly string[]>> = {
  employees: ['designation', 'dept_id', 'branch', 'manager_id', 'date_of_joining', 'status'],
  departments: ['id'],
  leave: ['employee_id', 'leave_type', 'from_date', 'to_date', 'days', 'status', 'applied_on'],
  attendance: ['employee_id', 'att_date', 'check_in', 'check_out', 'hours', 'status'],
  jobs: ['code', 'dept_id', 'location', 'remote_policy', 'headcount', 'filled', 'opened_on', 'target_date', 'status'],
  candidates: ['headline', 'location', 'current_employer', 'years_experience', 'source', 'status', 'created'],
  applications: ['candidate_id', 'job_id', 'stage', 'status', 'rating', 'applied_on', 'stage_entered_on'],
  organizations: ['slug', 'default_locale', 'timezone', 'created'],
  brands: ['organization_id', 'slug', 'primary_color', 'accent_color', 'custom_domain', 'updated'],
  'career-sites': ['slug', 'headline', 'brand_color', 'custom_domain', 'is_active', 'updated'],
  'organization-teams': ['organization_id', 'slug', 'dept_id', 'lead_id', 'created'],
  'job-distributions': ['job_posting_id', 'career_site_id', 'brand_id', 'locale', 'status', 'published_at'],
};

const isShort = ({ kind, name }: Field): boolean => !['prose', 'json', 'url'].includes(kind) && name !== 'id';

export function usualColumns(resource: Resource): string[] {
  const listed = usual[resource.name]?.filter((name) => fieldNamed(resource, name));
  if (listed && listed.length > 0) return listed;
  return shownFields(resource)
    .filter((field) => isShort(field) && !resource.label.includes(field.name))
    .slice(0, 8)
    .map(({ name }) => name);
}

const storageKey = ({ name }: Resource): string => `columns ${name}`;

/** Those of the address (`fields`), or those that the person has chosen before, or the usual ones. */
export function columnNames(resource: Resource, query: Query): string[] {
  const asked = valueIn(query, 'fields') ?? localStorage.getItem(storageKey(resource)) ?? '';
  const isKnown = (name: string) => fieldNamed(resource, name) || isBehind(resource, name);
  const names = asked.split(',').filter((name) => isKnown(name) && isShown({ name: name.split('.').at(-1)! }));
  return names.length > 0 ? names : usualColumns(resource);
}

const isBehind = (resource: Resource, name: string): boolean => {
  const [own = '', behind = ''] = name.split('.');
  const target = resourceNamed(fieldNamed(resource, own)?.to ?? '');
  return target !== undefined && fieldNamed(target, behind) !== undefined;
};

/** The choice is in the address, so that it is shared with it, and stored for the next time. */
export function withColumns(resource: Resource, query: Query, names: readonly string[]): Query {
  const isUsual = names.join() === usualColumns(resource).join();
  if (isUsual) localStorage.removeItem(storageKey(resource));
  else localStorage.setItem(storageKey(resource), names.join());
  return withValue(query, 'fields', isUsual ? undefined : names.join());
}

/** The fields that the rows need: those of the columns, the name of the record, and the names of what it refers to. */
export function fieldsNeeded(resource: Resource, names: readonly string[]): string {
  const own = names.map((name) => name.split('.')[0]!);
  const labels = own.flatMap((name) => {
    const field = fieldNamed(resource, name);
    return field?.to ? labelFieldsOf(field) : [];
  });
  return [...new Set(['id', ...resource.label, ...names, ...labels])].join();
}

const WIDTHS: Readonly<Record<string, number>> = {
  ...{ id: 70, flag: 70, number: 84, amount: 70, count: 84, reference: 122, word: 94, key: 112, name: 150 },
  ...{ date: 100, slug: 150, host: 150, colour: 104, locale: 70, timezone: 130, prose: 240, json: 200, url: 200 },
};

const isNumeric = ({ kind }: Field): boolean => ['number', 'amount', 'count', 'date', 'id'].includes(kind);

export function columnsOf(resource: Resource, names: readonly string[]): Column[] {
  const first: Column = {
    name: resource.label[0] ?? 'id',
    title:
      resource.label.length === 0
        ? capital(resource.one)
        : resource.label.length === 1
          ? titleOf(fieldNamed(resource, resource.label[0]!)!)
          : 'Name',
    width: resource.label.length === 0 ? 96 : 164,
    cell: (record) => <NameCell resource={resource} record={record} />,
  };
  return [first, ...names.flatMap((name) => columnOf(resource, name) ?? [])];
}

function columnOf(resource: Resource, name: string): Column | undefined {
  const [own = '', behind] = name.split('.');
  const field = fieldNamed(resource, own);
  const target = behind === undefined ? undefined : resourceNamed(field?.to ?? '');
  const shown = target ? fieldNamed(target, behind!) : field;
  if (!field || !shown) return undefined;
  const isTimed = shown.kind === 'date' && /^(created|updated|published_at|consent_at)$/.test(shown.name);
  return {
    name,
    title: target ? `${titleOf(field)}: ${shown.title}` : titleOf(field),
    width:
      shown.name === 'designation' || shown.name === 'headline' ? 176 : isTimed ? 132 : (WIDTHS[shown.kind] ?? 130),
    isNumber: isNumeric(shown),
    cell: (record) => (target ? valueText(shown, record[name]) : cellOf(field, record)),
  };
}

export function NameCell({ resource, record }: { resource: Resource; record: DataRecord }) {
  const label = labelOf(resource, record);
  return (
    <>
      {isPerson(resource) && <Avatar name={label} />}
      <a class="name-link" href={recordHref(resource, record.id)} tabIndex={-1}>
        {resource.label.length === 0 ? `#${record.id}` : label}
      </a>
    </>
  );
}

/** A value in a row: short, and with the look of its kind. */
export function cellOf(field: Field, record: DataRecord): ComponentChildren {
  const value = record[field.name];
  if (isLocked(field))
    return (
      <span class="faint" title={`Private: it takes ${me.value?.who ? 'another right' : 'the token'} to see it`}>
        <Icon name="lock" />
      </span>
    );
  if (value === null || value === undefined) return <span class="faint">–</span>;
  if (field.to) return <RecordLink inGrid to={field.to} id={Number(value)} label={referenceLabel(field, record)} />;
  if (field.kind === 'colour')
    return (
      <>
        <i class="swatch" style={{ background: String(value) }} />
        {value}
      </>
    );
  if (field.kind === 'word' && (field.name === 'status' || field.name === 'stage'))
    return <Pill word={String(value)} text={valueText(field, value)} />;
  if (field.kind === 'date') return dateText(String(value));
  if (typeof value === 'number' && field.kind !== 'id' && field.kind !== 'flag') return numberText(value);
  return <span title={String(value)}>{valueText(field, value)}</span>;
}

/** What a cell is as plain text, for copying. */
export function cellText(resource: Resource, column: Column, record: DataRecord): string {
  const field = fieldNamed(resource, column.name);
  if (column.name === (resource.label[0] ?? 'id')) return labelOf(resource, record);
  if (field?.to) return referenceLabel(field, record);
  return String(record[column.name] ?? '');
}
