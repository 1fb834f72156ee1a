// A record on a telephone: its name, its status, and two lines of what the columns would say.
import { fieldNamed, type Resource } from '../../data/catalogue.ts';
import { type DataRecord, isPerson, labelOf, referenceLabel } from '../../data/records.ts';
import { valueText } from '../../data/words.ts';
import { Avatar, Pill, recordHref } from '../../parts/person.tsx';
import type { Column } from '../../parts/table/column.ts';

export function Card({
  resource,
  columns,
  record,
}: {
  resource: Resource;
  columns: readonly Column[];
  record: DataRecord;
}) {
  const label = labelOf(resource, record);
  const shown = columns.slice(1).flatMap(({ name, amount }) => {
    const field = fieldNamed(resource, name);
    return field ? [{ field, amount: amount?.(record) }] : [];
  });
  const status = shown.find(({ field }) => field.name === 'status')?.field;
  const texts = shown
    .filter(({ field }) => field !== status)
    .map(({ field, amount }) =>
      field.to
        ? referenceLabel(field, record)
        : `${valueText(field, record[field.name])}${amount?.unit ? ` ${amount.unit}` : ''}`,
    )
    .filter((text) => text !== '');
  return (
    <>
      <div class="card-title">
        {isPerson(resource) && <Avatar name={label} />}
        <a class="name-link" href={recordHref(resource, record.id)}>
          {label}
        </a>
        {status && <Pill word={String(record[status.name])} text={valueText(status, record[status.name])} />}
      </div>
      <div class="card-line">{texts.slice(0, 2).join(' · ')}</div>
      <div class="card-line">{texts.slice(2, 5).join(' · ')}</div>
    </>
  );
}
