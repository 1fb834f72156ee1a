// How many of a group are away on each day. The number says it, the shade helps the eye, and each is a link to the
// leave it counts.
import { pageOf } from '../../data/query.ts';
import { numberText, today } from '../../data/words.ts';
import { say } from '../../words/say.ts';
import type { Cover, Group } from './away.ts';
import { awayText, coverText, shadeOf, shareOf } from './cover-words.ts';
import { fullDay, type Period, shortDay } from './period.ts';

export function CoverStrip({ group, period }: { group: Group; period: Period }) {
  const known = new Map(group.cover.map((cover) => [cover.day, cover]));
  return (
    <ul class="out-cover out-axis" aria-label={say('{group}: away on each day', { group: group.label })}>
      {period.days.map((day) => {
        const cover = known.get(day);
        if (!cover || cover.requests === 0)
          return (
            <li key={day} title={cover && coverText(cover, group)}>
              <span class="out-none" aria-hidden="true">
                ·
              </span>
              <span class="unseen">{say('{day}: nobody away', { day: fullDay(day) })}</span>
            </li>
          );
        const text = coverText(cover, group);
        return (
          <li key={day}>
            <a
              class={`shade-${shadeOf(shareOf(cover, group))}`}
              href={pageOf(cover.rows)}
              data-count={cover.away}
              title={text}
              aria-label={text}
            >
              {awayText(cover.away, period)}
              {period.view === 'week' && group.people > 0 && (
                <small> {say('of {people}', { people: numberText(group.people) })}</small>
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** On a telephone, a month in two figures: today, and the day on which most are away. */
export function CoverSummary({ group }: { group: Group }) {
  const now = group.cover.find(({ day }) => day === today());
  const most = group.cover.toSorted((a, b) => b.away - a.away)[0];
  const link = (cover: Cover, words: string) => (
    <a href={pageOf(cover.rows)} title={coverText(cover, group)}>
      {words} <b>{numberText(cover.away)}</b>
    </a>
  );
  return (
    <p class="out-summary">
      {now && now.requests > 0 && link(now, say('Today'))}
      {most && most !== now && link(most, say('Most on {day}:', { day: shortDay(most.day) }))}
    </p>
  );
}
