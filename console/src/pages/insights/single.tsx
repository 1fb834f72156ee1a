// A single entry: figures of one kind as bars on one axis, the stages of a funnel with their rates, all others as
// numbers.
import { figureText } from '../../data/words.ts';
import { type Bar, BarList } from '../../parts/chart/bars.tsx';
import { say } from '../../words/say.ts';
import { type Entry, type Figure, figureTitle, firstRows, numberIn, rowsOf, textOf } from './answer.ts';
import { barOf } from './bar.ts';
import { comparison, type Shown } from './compare.ts';

type Props = Shown & { entry: Entry };

export function Single(props: Props) {
  const { metric, entry } = props;
  const names = Object.keys(entry.values);
  if (metric.drawn.as === 'funnel') return <Funnel {...props} />;
  const axes = (metric.drawn.axes ?? []).map((axis) => axis.filter((name) => numberIn(entry, name) !== null));
  const rest = names.filter((name) => !axes.flat().includes(name));
  return (
    <>
      {axes
        .filter(({ length }) => length > 0)
        .map((axis) => (
          <BarList key={axis[0]} name={say(metric.title)} bars={axis.map((name) => barOf(props, name, entry)!)} />
        ))}
      {rest.length > 0 && (
        <div class="numbers">
          {rest.map((name) => (
            <NumberOf key={name} {...props} name={name} isOnly={names.length === 1} />
          ))}
        </div>
      )}
    </>
  );
}

function NumberOf({ name, isOnly, ...props }: Props & { name: string; isOnly: boolean }) {
  const { metric, entry } = props;
  const figure = entry.values[name] as Figure;
  const href = figure.value === null ? undefined : firstRows(rowsOf(figure));
  const text = <strong data-value={figure.value ?? ''}>{textOf(metric, name, figure.value)}</strong>;
  const note = comparison(props, name, entry);
  return (
    <div data-figure={name}>
      {href ? <a href={href}>{text}</a> : text}
      <span class="soft">{isOnly ? say(metric.meaning) : figureTitle(name)}</span>
      {note && <span class="compared">{note}</span>}
      {figure.small && figure.value !== null && <span class="tag warn">{say('few records')}</span>}
    </div>
  );
}

/** Each stage with its share of the first, and of the stage before. Jobs have stages of their own: where more came to a
 * stage than to the one before, not all of them had to pass it, and there is no rate. */
function Funnel(props: Props) {
  const { metric, entry } = props;
  const names = Object.keys(entry.values);
  const bars = names.flatMap((name, at): Bar[] => {
    const bar = barOf(props, name, entry);
    const [value, previous] = [numberIn(entry, name), numberIn(entry, names[at - 1] ?? '')];
    const rate = previous && value !== null && value <= previous ? figureText(value / previous, 'ratio') : '–';
    return bar ? [{ ...bar, more: at === 0 ? '' : rate }] : [];
  });
  return (
    <>
      <BarList name={say(metric.title)} bars={bars} heads={[say('of the first'), say('of the stage before')]} />
      {bars.slice(1).some(({ more }) => more === '–') && (
        <p class="faint small-text">{say('Without a rate: not every job has the stage before.')}</p>
      )}
    </>
  );
}
