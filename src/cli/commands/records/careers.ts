// `workforce careers check`: how the public sees each job distribution, site by site, and why not the rest.
import { counted } from '../../../contract/words.ts';
import { jobVisibility } from '../../../insights/hiring/job-visibility.ts';
import type { Send } from '../../../mcp/tool.ts';
import { withEndpoint } from '../../api/with-endpoint.ts';
import type { Arguments } from '../../options/command.ts';
import { CommandError } from '../../options/exit-codes.ts';
import { writeStdout } from '../../terminal/output.ts';
import { GAP, wrapped } from '../../terminal/table.ts';
import { escapeControls, type Terminal, terminal } from '../../terminal/terminal.ts';

type Site = { readonly id: number; readonly name: string; readonly slug: string; readonly is_active: number };
type Distribution = {
  readonly id: number;
  readonly locale: string;
  readonly slug: string;
  readonly 'job_posting_id.title': string;
};
type Seen = {
  readonly group: { readonly id: number };
  readonly values: Readonly<Record<string, { readonly value: number }>>;
};

/** The figures of the metric about the place of a distribution, and the name of that place here. */
const PLACES = {
  with_page: 'page',
  on_site: 'site',
  in_feed: 'feed',
  in_indeed: 'Indeed',
  in_linkedin: 'LinkedIn',
  marked_up: 'markup',
} as const;

const PAGE = 200;
const INDENT = GAP.repeat(3);

export async function careers({ values }: Arguments): Promise<void> {
  const shown = terminal();
  await withEndpoint(values, async (send) => {
    const filter = values.site === undefined ? '' : `&slug=${encodeURIComponent(values.site)}`;
    let found = 0;
    for await (const site of all<Site>(send, `career-sites?fields=id,name,slug,is_active${filter}`)) {
      found += 1;
      await check(send, site, shown);
    }
    if (found > 0) return;
    if (values.site === undefined) await writeStdout('There are no career sites.\n');
    else
      throw new CommandError(
        'missing',
        'There is no career site with this slug; "workforce list career-sites" shows them.',
      );
  });
}

async function check(send: Send, site: Site, shown: Terminal): Promise<void> {
  const { data } = await answer<Seen>(send, `insights/job-visibility?career_site_id=${site.id}`);
  const [whole] = data;
  const state = site.is_active === 1 ? '' : ', not active';
  const head = `${site.name} (${site.slug}${state}): ${whole!.values.on_site!.value} of ${counted(whole!.values.distributions!.value, 'job distribution')} on the site`;
  await writeStdout(`${shown.bold(escapeControls(head))}\n`);
  const seen = all<Seen>(send, `insights/job-visibility?group=id&career_site_id=${site.id}`);
  const fields = 'id,locale,slug,job_posting_id.title';
  const records = all<Distribution>(send, `job-distributions?fields=${fields}&career_site_id=${site.id}`);
  // Both are in the order of the ids. A record that is created in between is in one of them only.
  let record = await records.next();
  for await (const { group, values } of seen) {
    while (!record.done && record.value.id < group.id) record = await records.next();
    if (record.done) break;
    if (record.value.id === group.id) await writeStdout(`${linesOf(record.value, values, shown).join('\n')}\n`);
  }
}

function linesOf(distribution: Distribution, values: Seen['values'], { width }: Terminal): string[] {
  const { id, locale, slug, 'job_posting_id.title': title } = distribution;
  const places = Object.entries(PLACES);
  const isIn = ([name]: [string, string]) => values[name]?.value === 1;
  const [there, missing] = [places.filter(isIn), places.filter((place) => !isIn(place))].map((some) =>
    some.map(([, place]) => place).join(', '),
  );
  const why = Object.entries(jobVisibility.figures).filter(
    ([name]) => /^why_not_/.test(name) && values[name]?.value === 1,
  );
  const head = `${GAP}${id}${GAP}${locale}/${slug}${GAP}${title}`;
  const state =
    there === '' ? ['Shown nowhere.'] : [`Shown: ${there}.`, ...(missing === '' ? [] : [`Not: ${missing}.`])];
  const text = [...state, ...why.map(([, { meaning }]) => meaning)].join(' ');
  return [escapeControls(head), ...wrapped(text, width, INDENT, INDENT)];
}

async function* all<T>(send: Send, path: string): AsyncGenerator<T, undefined> {
  for (let offset = 0; ; offset += PAGE) {
    const { data, meta } = await answer<T>(send, `${path}&limit=${PAGE}&offset=${offset}`);
    yield* data;
    if (offset + PAGE >= meta.total) return;
  }
}

async function answer<T>(
  send: Send,
  path: string,
): Promise<{ readonly data: readonly T[]; readonly meta: { readonly total: number } }> {
  return (await send(path)).json();
}
