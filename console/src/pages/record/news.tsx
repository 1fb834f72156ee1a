// What happened to a record while its page is open: which fields were changed and when, or that it was erased.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Field, Resource } from '../../data/catalogue.ts';
import { onChanges } from '../../data/changes.ts';
import type { DataRecord } from '../../data/records.ts';
import { token } from '../../data/token.ts';
import { longDate } from '../../data/words.ts';
import { say, sayWith } from '../../words/say.ts';

type Happened = { readonly kind: 'updated' | 'erased' | 'unknown'; readonly at: string };
export type News = Happened & {
  /** Those that have another value than before. */
  readonly fields: ReadonlySet<Field>;
};

export function useNews(resource: Resource, id: number, data: DataRecord | undefined): News | undefined {
  const [happened, setHappened] = useState<Happened>();
  const shown = useRef(data);
  shown.current = data;
  /** The record as it was before the first change, and who saw it. */
  const before = useRef<{ record: DataRecord | undefined; token: string | undefined }>(undefined);
  useEffect(
    () =>
      onChanges((changes) => {
        const own = changes?.findLast((change) => change.resource === resource.name && change.id === id);
        const kind = changes ? own?.kind : 'unknown';
        if (!kind || kind === 'created') return;
        before.current ??= { record: shown.current, token: token.peek() };
        setHappened((known) =>
          kind !== 'unknown' || !known ? { kind, at: own?.at ?? new Date().toISOString() } : known,
        );
      }),
    [resource, id],
  );
  if (!happened) return undefined;
  const { record, token: seenWith } = before.current!;
  // With another token private fields look different without a change.
  const isOther = (field: Field) =>
    !(field.private && seenWith !== token.value) && record?.[field.name] !== data?.[field.name];
  const fields = new Set(record && data ? resource.fields.filter(isOther) : []);
  return happened.kind === 'unknown' && fields.size === 0 ? undefined : { ...happened, fields };
}

const Day = ({ at }: { at: string }) => <time dateTime={at}>{longDate(at)}</time>;

/** The element is there before its text, so that screen readers say the text when it comes. */
export const WhatHappened = ({ resource, news }: { resource: Resource; news: News | undefined }) => (
  <div class="record-news" role="status">
    {news?.kind === 'erased' ? (
      <div class="state">
        <strong>{say('This {record} was erased', { record: say(resource.one) })}</strong>
        <p>{sayWith('On {day}, while this page was open.', { day: <Day at={news.at} /> })}</p>
        <a class="button" href={`/console/${resource.name}`}>
          {say('All {records}', { records: say(resource.many) })}
        </a>
      </div>
    ) : (
      news && (
        <p>
          {sayWith(
            news.fields.size > 0
              ? 'This {record} was changed on {day}: {fields}.'
              : 'This {record} was changed on {day}.',
            {
              record: say(resource.one),
              day: <Day at={news.at} />,
              fields: [...news.fields].map(({ title }) => say(title)).join(', '),
            },
          )}
        </p>
      )
    )}
  </div>
);
