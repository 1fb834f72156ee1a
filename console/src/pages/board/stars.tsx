// A rating as stars; one of them can be full in part. The number stands beside them.
import { numberText } from '../../data/words.ts';
import { say } from '../../words/say.ts';

const MOST = 5;
const SIZE = 13;
const STAR = 'M6.5 1.2l1.6 3.4 3.7.5-2.7 2.6.7 3.7-3.3-1.8-3.3 1.8.7-3.7L1.2 5.1l3.7-.5z';
const places = Array.from({ length: MOST }, (_, index) => index * SIZE);

const Row = ({ look }: { look: string }) => (
  <>
    {places.map((x) => (
      <path key={x} class={look} d={STAR} transform={`translate(${x} 0)`} />
    ))}
  </>
);

export function Stars({ rating }: { rating: number }) {
  const full = Math.max(0, Math.min(MOST, rating)) * SIZE;
  return (
    <span class="stars">
      <svg width={MOST * SIZE} height={SIZE} viewBox={`0 0 ${MOST * SIZE} ${SIZE}`} aria-hidden="true">
        <Row look="star-empty" />
        {full > 0 && (
          <svg width={full} height={SIZE} viewBox={`0 0 ${full} ${SIZE}`} aria-hidden="true">
            <Row look="star-full" />
          </svg>
        )}
      </svg>
      <span aria-hidden="true">{numberText(rating)}</span>
      <span class="unseen">{say('Rated {n} of {most}', { n: numberText(rating), most: MOST })}</span>
    </span>
  );
}
