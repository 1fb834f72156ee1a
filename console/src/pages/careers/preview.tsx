// A career site as its visitors see it, in little: its colours, its words and the first of its jobs. Logos are on other
// hosts, and nothing is loaded from there, so initials stand for them.
import { useSteadyAnswer } from '../../data/answers.ts';
import { formatQuery, parseQuery } from '../../data/query.ts';
import { type DataRecord, initialsOf, type Page } from '../../data/records.ts';
import { wordText } from '../../data/words.ts';
import { recordHref } from '../../parts/person.tsx';
import { say } from '../../words/say.ts';
import { surfaceOf } from './colour.ts';
import type { Counted } from './visibility.ts';

const MOST = 3;
const FIELDS = 'id,job_posting_id,job_posting_id.title,job_posting_id.location,job_posting_id.remote_policy';

/** The newest that are on the site, from the list that the metric counts. */
export function firstJobsPath(shown: Counted | undefined): string | undefined {
  if (!shown?.value) return undefined;
  const address = typeof shown.rows === 'string' ? shown.rows : shown.rows[0]!;
  const [path = '', search = ''] = address.replace(/^\/api\/v1\//, '').split('?');
  // One job can be there in several languages.
  const more = [['sort', '-published_at'] as const, ['fields', FIELDS] as const, ['limit', '12'] as const];
  return path + formatQuery([...parseQuery(search), ...more]);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function Preview({ site, shown }: { site: DataRecord; shown: Counted | undefined }) {
  const brand = surfaceOf(text(site.brand_color));
  const accent = surfaceOf(text(site.accent_color) || text(site.brand_color));
  const jobs = useSteadyAnswer<Page>(firstJobsPath(shown));
  const first = (jobs.data?.data ?? []).filter(
    ({ job_posting_id: job }, index, all) => all.findIndex((each) => each.job_posting_id === job) === index,
  );
  return (
    <div
      class={`preview ${site.is_active === 1 ? '' : 'off'}`}
      role="group"
      aria-label={say('Preview of {name}', { name: text(site.name) })}
    >
      <div class="preview-head" style={brand}>
        <div class="preview-mark">
          <i style={{ background: brand.color, color: brand.background }} aria-hidden="true">
            {initialsOf(text(site.name)) || '·'}
          </i>
          <span>{site.name}</span>
        </div>
        <strong>{site.headline ?? site.name}</strong>
        {site.introduction && <p>{site.introduction}</p>}
      </div>
      <i class="preview-stripe" style={{ background: accent.background }} />
      <ul>
        {first.slice(0, MOST).map((each) => (
          <li key={each.id}>
            <a href={recordHref('jobs', each.job_posting_id!)}>
              {each['job_posting_id.title'] ?? say('Job {id}', { id: each.job_posting_id! })}
            </a>
            <small>
              {[each['job_posting_id.location'], say(wordText(text(each['job_posting_id.remote_policy'])))]
                .filter(Boolean)
                .join(', ')}
            </small>
          </li>
        ))}
        {shown?.value === 0 && (
          <li class="faint">
            {site.is_active === 1 ? say('No jobs now') : say('Not to be seen: the site is not active')}
          </li>
        )}
        {shown === undefined || (shown.value && !jobs.data) ? (
          <li>
            <i class="blank" />
          </li>
        ) : null}
      </ul>
    </div>
  );
}
