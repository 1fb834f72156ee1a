// What narrows and orders the list, each with a way to take it off.
import { useAnswer } from '../../data/answers.ts';
import { type Field, fieldNamed, type Resource, resourceNamed } from '../../data/catalogue.ts';
import { conditionName, conditionsIn, type Query, valueIn, valuesIn, without, withValue } from '../../data/query.ts';
import { type DataRecord, labelOf, titleOfName } from '../../data/records.ts';
import { mayRead } from '../../data/rights.ts';
import { valueText } from '../../data/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { say, sayCount, sayWith, toSay } from '../../words/say.ts';
import { otherSentences, otherTitle } from './others.ts';

const OPERATORS: Readonly<Record<string, string>> = {
  '': toSay('{field} is {values}'),
  ne: toSay('{field} is not {values}'),
  gte: toSay('{field} from {values}'),
  gt: toSay('{field} after {values}'),
  lte: toSay('{field} up to {values}'),
  lt: toSay('{field} before {values}'),
  weekday: toSay('{field} on weekday {values}'),
  month_of_year: toSay('{field} in month {values} of any year'),
  gte_or_null: toSay('{field} not before {values}'),
  gt_or_null: toSay('{field} not up to {values}'),
  lte_or_null: toSay('{field} not after {values}'),
  lt_or_null: toSay('{field} not from {values}'),
};
const NUMBER_OPERATORS: Readonly<Record<string, string>> = {
  gte: '{field} ≥ {values}',
  gt: '{field} > {values}',
  lte: '{field} ≤ {values}',
  lt: '{field} < {values}',
};

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

/** The first few, as people read them. */
const Values = ({ field, values }: { field: Field | undefined; values: readonly string[] }) => (
  <b>
    {values.slice(0, 3).map((value, index) => (
      <span key={value}>
        {index > 0 && ', '}
        {value === 'null' ? (
          say('not set')
        ) : field?.to ? (
          <ReferenceName to={field.to} id={value} />
        ) : (
          valueText(field, isNumber(field, value) ? Number(value) : value)
        )}
      </span>
    ))}
    {values.length > 3 && ` ${sayCount(values.length - 3, 'and {n} more', 'and {n} more')}`}
  </b>
);

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
        const sentence =
          otherSentences[name] ??
          ((field?.kind !== 'date' && NUMBER_OPERATORS[operator]) ||
            (OPERATORS[operator] ?? `{field} ${operator} {values}`));
        const isOther = name in otherSentences;
        const shown = isOther ? values.map((value) => otherTitle(resource, value)) : values;
        const title = isOther ? shown.join(', ') : titleOfName(resource, about);
        return (
          <span key={name} class={`chip ${isWrong ? 'wrong' : ''}`}>
            <span>
              {isWrong
                ? sayWith('{name} means nothing here and is ignored', { name: <code>{name}</code> })
                : sayWith(sentence, { field: title, values: <Values field={field} values={shown} /> })}
            </span>
            <button
              type="button"
              aria-label={say('Without: {field}', { field: title })}
              onClick={() => onChange(without(query, name))}
            >
              <Icon name="close" />
            </button>
          </span>
        );
      })}
      {sort && (
        <span class="chip">
          <span>
            {sayWith('sorted by {fields}', {
              fields: (
                <b>
                  {sort
                    .split(',')
                    .map(
                      (each) =>
                        `${titleOfName(resource, each.replace(/^-/, '')).toLowerCase()} ${each.startsWith('-') ? '↓' : '↑'}`,
                    )
                    .join(', ')}
                </b>
              ),
            })}
          </span>
          <button
            type="button"
            aria-label={say('Not sorted')}
            onClick={() => onChange(withValue(query, 'sort', undefined))}
          >
            <Icon name="close" />
          </button>
        </span>
      )}
    </>
  );
}
