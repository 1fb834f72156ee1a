// What narrows and orders the list, each with a way to take it off.
import { useAnswer } from '../../data/answers.ts';
import { type Field, fieldNamed, type Resource, resourceNamed } from '../../data/catalogue.ts';
import { conditionName, conditionsIn, type Query, valueIn, valuesIn, without, withValue } from '../../data/query.ts';
import { type DataRecord, labelOf, titleOfName } from '../../data/records.ts';
import { mayRead } from '../../data/rights.ts';
import { valueText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';

const OPERATORS: Readonly<Record<string, string>> = {
  '': 'is',
  ne: 'is not',
  gte: 'from',
  gt: 'after',
  lte: 'up to',
  lt: 'before',
  weekday: 'on weekday',
  gte_or_null: 'not before',
  gt_or_null: 'not up to',
  lte_or_null: 'not after',
  lt_or_null: 'not from',
};
const NUMBER_OPERATORS: Readonly<Record<string, string>> = { gte: '≥', gt: '>', lte: '≤', lt: '<' };

/** The field that a condition is about, perhaps behind a reference. */
function subjectOf(resource: Resource, name: string): Field | undefined {
  const [own = '', behind] = name.split('.');
  const field = fieldNamed(resource, own);
  if (behind === undefined) return field;
  const target = resourceNamed(field?.to ?? '');
  return target && fieldNamed(target, behind);
}

/** A text that is no number stays as it is, so that one sees what was wrong. */
const isNumber = (field: Field | undefined, value: string): boolean =>
  field?.type !== 'string' && value !== '' && !Number.isNaN(Number(value));

export const ReferenceName = ({ to, id }: { to: string; id: string }) => {
  const resource = resourceNamed(to)!;
  const { data } = useAnswer<DataRecord>(/^\d+$/.test(id) && mayRead(to) ? `${to}/${id}` : undefined);
  return <>{data ? labelOf(resource, data) : id}</>;
};

type Props = { resource: Resource; query: Query; ignored: readonly string[]; onChange: (query: Query) => void };

export function Chips({ resource, query, ignored, onChange }: Props) {
  const names = [...new Set(conditionsIn(query).map(([name]) => name))].filter((name) => name !== 'q');
  const sort = valueIn(query, 'sort');
  return (
    <>
      {names.map((name) => {
        const { field: about, operator } = conditionName(name);
        const field = subjectOf(resource, about);
        const values = valuesIn(query, name);
        const isWrong = ignored.includes(name);
        const word = (field?.kind !== 'date' && NUMBER_OPERATORS[operator]) || (OPERATORS[operator] ?? operator);
        const title = titleOfName(resource, about);
        return (
          <span key={name} class={`chip ${isWrong ? 'wrong' : ''}`}>
            <span>
              {isWrong ? (
                <>
                  <code>{name}</code> means nothing here and is ignored
                </>
              ) : (
                <>
                  {title} {word}{' '}
                </>
              )}
              {!isWrong && (
                <b>
                  {values.slice(0, 3).map((value, index) => (
                    <span key={value}>
                      {index > 0 && ', '}
                      {value === 'null' ? (
                        'not set'
                      ) : field?.to ? (
                        <ReferenceName to={field.to} id={value} />
                      ) : (
                        valueText(field, isNumber(field, value) ? Number(value) : value)
                      )}
                    </span>
                  ))}
                  {values.length > 3 && ` and ${values.length - 3} more`}
                </b>
              )}
            </span>
            <button type="button" aria-label={`Without: ${title}`} onClick={() => onChange(without(query, name))}>
              <Icon name="close" />
            </button>
          </span>
        );
      })}
      {sort && (
        <span class="chip">
          <span>
            sorted by{' '}
            <b>
              {sort
                .split(',')
                .map(
                  (each) =>
                    `${titleOfName(resource, each.replace(/^-/, '')).toLowerCase()} ${each.startsWith('-') ? '↓' : '↑'}`,
                )
                .join(', ')}
            </b>
          </span>
          <button type="button" aria-label="Not sorted" onClick={() => onChange(withValue(query, 'sort', undefined))}>
            <Icon name="close" />
          </button>
        </span>
      )}
    </>
  );
}
