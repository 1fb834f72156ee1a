// The value of a field on the page of a record: with the look of its kind, and as long as it is.
import { type Field, resourceNamed } from '../../data/catalogue.ts';
import { type Expanded, labelOf } from '../../data/records.ts';
import { isLocked } from '../../data/rights.ts';
import { distanceText, longDate, numberText, today, valueText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { Pill, RecordLink } from '../../parts/person.tsx';
import { say } from '../../words/say.ts';
import { JsonTree } from './json-tree.tsx';

export function FieldValue({ field, record }: { field: Field; record: Expanded }) {
  const value = record[field.name];
  if (isLocked(field))
    return (
      <span class="faint locked">
        <Icon name="lock" /> {say('private')}
      </span>
    );
  if (value === null || value === undefined) return <span class="faint">{say('not set')}</span>;
  if (field.to) {
    const found = record.expanded?.[field.name];
    const target = resourceNamed(field.to)!;
    return <RecordLink to={field.to} id={Number(value)} label={found ? labelOf(target, found) : ''} />;
  }
  if (field.kind === 'json') return <JsonTree text={String(value)} />;
  if (field.kind === 'prose') return <div class="prose">{String(value)}</div>;
  if (field.kind === 'date') {
    const text = String(value);
    return (
      <>
        <time dateTime={text}>{longDate(text)}</time> <span class="faint">· {distanceText(text, today())}</span>
      </>
    );
  }
  if (field.kind === 'colour')
    return (
      <>
        <i class="swatch" style={{ background: String(value) }} />
        {value}
      </>
    );
  if (field.kind === 'url') return <code class="address">{String(value)}</code>;
  if (field.kind === 'word' && (field.name === 'status' || field.name === 'stage'))
    return <Pill word={String(value)} text={valueText(field, value)} />;
  if (typeof value === 'number' && field.currency) {
    const amount = numberText(value);
    const said = record[field.currency];
    if (said === null || said === undefined) return <>{amount}</>;
    // A currency of its own, or the one of the place where people are paid, which no field says.
    const text =
      field.currency === 'branch'
        ? say('a year, in the currency of {branch}', { branch: String(said) })
        : say('{currency} a year', { currency: String(said) });
    return (
      <>
        {amount} <span class="soft">{text}</span>
      </>
    );
  }
  return <>{valueText(field, value)}</>;
}
