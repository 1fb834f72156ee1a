// People and other records by name.
import type { Resource } from '../data/catalogue.ts';
import { idLabel, initialsOf } from '../data/records.ts';
import { mayRead, me } from '../data/rights.ts';
import { say } from '../words/say.ts';

export const Avatar = ({ name }: { name: string }) => (
  <span class="avatar" aria-hidden="true">
    {initialsOf(name) || '·'}
  </span>
);

export const recordHref = (resource: Resource | string, id: number | string): string =>
  `/console/${typeof resource === 'string' ? resource : resource.name}/${id}`;

/** `inGrid`: the keyboard reaches it through its cell. What may not be read is a text. */
export function RecordLink({ to, id, label, inGrid }: { to: string; id: number; label: string; inGrid?: boolean }) {
  if (!mayRead(to))
    return <span title={say('It takes the right {right} to open it', { right: `read:${to}` })}>{idLabel(to, id)}</span>;
  // Of a record that is not among those which one may see there is the number only.
  if (me.value?.limited && (label || idLabel(to, id)) === idLabel(to, id)) return <span>{idLabel(to, id)}</span>;
  return (
    <a class="reference" href={recordHref(to, id)} tabIndex={inGrid ? -1 : undefined}>
      {label || idLabel(to, id)}
    </a>
  );
}

/** How a word of the data looks: the dot helps the eye, the word says it. */
export function toneOf(word: string): string {
  if (/^(active|open|approved|published|hired|present|ok)$/.test(word)) return 'good';
  if (/^(pending|on_hold|on_leave|onboarding|draft|remote|late|half_day)$/.test(word)) return 'warn';
  if (/^(rejected|failed|absent|cancelled)$/.test(word)) return 'bad';
  return 'none';
}

export const Pill = ({ word, text }: { word: string; text: string }) => (
  <span class={`pill ${toneOf(word)}`}>{text}</span>
);
