// The columns of a table: how wide they are, and how a value looks.
import type { ComponentChildren } from 'preact';
import { type Field, fieldNamed, type Resource } from '../../data/catalogue.ts';
import {
  capital,
  type DataRecord,
  isPerson,
  labelOf,
  referenceLabel,
  titleOf,
  titleOfName,
} from '../../data/records.ts';
import { isLocked, me } from '../../data/rights.ts';
import { dateText, numberText, valueText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { Avatar, Pill, RecordLink, recordHref } from '../../parts/person.tsx';
import type { Amount, Column } from '../../parts/table/column.ts';
import { say } from '../../words/say.ts';
import { amountOf } from './column-names.ts';
import { endOf } from './file-columns.ts';

const WIDTHS: Readonly<Record<string, number>> = {
  ...{ id: 70, flag: 70, number: 84, amount: 70, count: 70, reference: 122, word: 94, key: 112, name: 150 },
  ...{ date: 100, slug: 150, host: 150, colour: 104, locale: 70, timezone: 130, prose: 240, json: 200, url: 200 },
};

/** Texts are read from their beginning, so these may lose a fifth where there is no room. Numbers and dates are read
 * whole. */
const SHRINKS = ['reference', 'name', 'prose', 'json', 'url', 'slug', 'host'];
const SHRUNK = 0.8;

const isNumeric = ({ kind }: Field): boolean => ['number', 'amount', 'count', 'date', 'id'].includes(kind);

const isPill = ({ kind, name }: Field): boolean => kind === 'word' && (name === 'status' || name === 'stage');

/** Both sides of a head, and what rounding takes. */
const PADDING = 22;
let canvas: CanvasRenderingContext2D | null | undefined;

/** What the words of a head need. */
function headWidth(title: string): number {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return 0;
  canvas.font = `550 12px ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(canvas.measureText(title).width) + PADDING;
}

export function columnsOf(resource: Resource, names: readonly string[]): Column[] {
  const label = resource.label.length === 1 && fieldNamed(resource, resource.label[0]!);
  const title = label ? titleOf(label) : resource.label.length === 0 ? capital(say(resource.one)) : say('Name');
  const width = resource.label.length === 0 ? 96 : 164;
  const first: Column = {
    name: resource.label[0] ?? 'id',
    title,
    width,
    least: Math.max(isPerson(resource) ? width : width * SHRUNK, headWidth(title)),
    cell: (record) => <NameCell resource={resource} record={record} />,
    text: (record) => (resource.label.length === 0 ? String(record.id) : labelOf(resource, record)),
  };
  return [first, ...names.flatMap((name) => columnOf(resource, name) ?? [])];
}

function columnOf(resource: Resource, name: string): Column | undefined {
  const { field: shown, before } = endOf(resource, name);
  const field = fieldNamed(resource, name.split('.')[0]!);
  if (!field || !shown) return undefined;
  const isTimed = shown.kind === 'date' && /^(created|updated|published_at|consent_at)$/.test(shown.name);
  const isLong = shown.name === 'designation' || shown.name === 'headline';
  const title = titleOfName(resource, name);
  const usual = isLong ? 176 : isTimed ? 132 : shown.currency ? 112 : isPill(shown) ? 106 : (WIDTHS[shown.kind] ?? 130);
  const width = Math.max(usual, headWidth(title));
  const amount = (record: DataRecord) => amountOf(resource, name, record);
  const isSummed = ['number', 'amount', 'count'].includes(shown.kind);
  return {
    name,
    title,
    width,
    least: Math.max(isLong || SHRINKS.includes(shown.kind) ? usual * SHRUNK : usual, headWidth(title)),
    isNumber: isNumeric(shown),
    cell: (record) => {
      const sum = shown.currency ? amount(record) : undefined;
      if (sum) return <AmountCell {...sum} isCode={shown.currency === 'currency'} />;
      return before ? valueText(shown, record[name]) : cellOf(field, record);
    },
    text: (record) => (field.to && !before ? referenceLabel(field, record) : String(record[name] ?? '')),
    ...(isSummed && { amount }),
  };
}

const AmountCell = ({ value, unit, isCode }: Amount & { isCode: boolean }) =>
  isCode ? (
    <>
      {numberText(value)} <span class="unit">{unit}</span>
    </>
  ) : (
    <span title={`${numberText(value)} ${unit}`}>{numberText(value)}</span>
  );

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
      <span
        class="faint"
        title={
          me.value?.who
            ? say('Private: it takes another right to see it')
            : say('Private: it takes the token to see it')
        }
      >
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
  if (isPill(field)) return <Pill word={String(value)} text={valueText(field, value)} />;
  if (field.kind === 'date') return dateText(String(value));
  if (typeof value === 'number' && field.kind !== 'id' && field.kind !== 'flag') return numberText(value);
  return <span title={String(value)}>{valueText(field, value)}</span>;
}
