// The head of a form: what will be made, and the list that it will be in, where that may be read.
import type { ComponentChildren } from 'preact';
import type { Resource } from '../../data/catalogue.ts';
import { capital } from '../../data/records.ts';
import { mayRead } from '../../data/rights.ts';
import { Head } from '../../parts/head.tsx';
import { say } from '../../words/say.ts';

type Props = { resource: Resource; below?: ComponentChildren; children?: ComponentChildren };

export function CreateHead({ resource: { name, one, many }, below, children }: Props) {
  const list = capital(say(many));
  return (
    <Head
      title={say('New {record}', { record: say(one) })}
      above={mayRead(name) ? <a href={`/console/${name}`}>{list}</a> : <span>{list}</span>}
      below={below}
    >
      {children}
    </Head>
  );
}
