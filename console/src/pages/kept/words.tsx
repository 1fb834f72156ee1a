// What is said about kept things in several places.
import { missingAt, shortTitle, titleAt } from '../../app/entries.ts';
import { catalogue, resourceNamed } from '../../data/catalogue.ts';
import type { Item } from '../../data/kept/document.ts';
import { say, sayWith } from '../../words/say.ts';

export const WhereKept = ({ by }: { by: string | undefined }) => (
  <>
    {by === undefined
      ? say(
          'It is kept in this browser. With a token, or signed in, it would be on the service, for every browser of yours.',
        )
      : say('It is kept on the service, and nobody else sees it.')}
  </>
);

/** Who opens it is asked whether to keep it under the same name. */
export const sharedAddress = ({ path, name }: Item): string =>
  `${window.location.origin}${path}#keep=${encodeURIComponent(name)}`;

/** What an address shows: a list, a metric, a question, or a page. */
export type Subject = { readonly kind: 'list' | 'metric' | 'question' | 'page'; readonly name: string };

export function subjectOf(path: string): Subject {
  const [, , first = '', second] = path.split('?')[0]!.split('/');
  if (first === 'insights' && second) return { kind: 'metric', name: second };
  if (first === 'ask' && second) return { kind: 'question', name: second };
  if (resourceNamed(first) && second === undefined) return { kind: 'list', name: first };
  return { kind: 'page', name: first };
}

/** What it is about, in a word or two. */
export function subjectText(path: string): string {
  const { kind, name } = subjectOf(path);
  const resource = resourceNamed(name);
  if (kind === 'metric') return say(catalogue.value.insights.find((each) => each.name === name)?.title ?? name);
  if (kind === 'question' && resource) return say('A question about {what}', { what: say(resource.many) });
  return resource ? shortTitle(resource) : titleAt(path.split('?')[0]!);
}

/** Why it cannot be shown now, if so. */
export const missingWords = (path: string) => {
  const scopes = missingAt(path.split('?')[0]!);
  return scopes.length === 0
    ? undefined
    : sayWith('You may not see this now: it takes {scopes}.', { scopes: <code>{scopes.join(', ')}</code> });
};
