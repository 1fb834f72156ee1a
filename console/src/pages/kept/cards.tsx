// The person's own overview: each thing that is pinned to it, shown small, and a link to the whole. What shows a kind
// of thing is loaded when there is one.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { resourceNamed } from '../../data/catalogue.ts';
import type { Item } from '../../data/kept/document.ts';
import { Failure, Loading } from '../../parts/states.tsx';
import { say } from '../../words/say.ts';
import { missingWords, type Subject, subjectOf, subjectText } from './words.tsx';

type Contents = ComponentType<{ name: string; path: string }>;

const loaders: Readonly<Partial<Record<Subject['kind'], () => Promise<{ Content: Contents }>>>> = {
  list: () => import('./list-card.tsx'),
  metric: () => import('./metric-card.tsx'),
  question: () => import('./question-card.tsx'),
};

export function Card({ item: { name, path } }: { item: Item }) {
  const missing = missingWords(path);
  const subject = subjectOf(path);
  const isShown = loaders[subject.kind] && (subject.kind === 'metric' || resourceNamed(subject.name));
  return (
    <section class="card kept-card" aria-label={name}>
      <header>
        <h2>
          <a href={path}>{name}</a>
        </h2>
        <span class="soft">{subjectText(path)}</span>
      </header>
      {missing ? (
        <p class="soft">{missing}</p>
      ) : isShown ? (
        <LoadedContent subject={subject} path={path} />
      ) : (
        <a class="text-link" href={path}>
          {say('Open the page')}
        </a>
      )}
    </section>
  );
}

function LoadedContent({ subject: { kind, name }, path }: { subject: Subject; path: string }) {
  const [loaded, setLoaded] = useState<{ Content: Contents }>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    loaders[kind]!().then(setLoaded, setError);
  }, [kind]);
  if (error) return <Failure error={error} />;
  return loaded ? <loaded.Content name={name} path={path} /> : <Loading lines={4} />;
}
