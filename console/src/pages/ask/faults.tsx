// Why a question cannot be answered, and what to do.
import { WorkforceError } from '../../../../client/src/index.ts';
import type { Resource } from '../../data/catalogue.ts';
import { formatQuery, type Query } from '../../data/query.ts';
import { Failure } from '../../parts/states.tsx';
import { say } from '../../words/say.ts';
import { sentenceOf } from './sentences.ts';

type Props = { resource: Resource; query: Query; error: Error };

export function Faults({ resource, query, error }: Props) {
  const faults = error instanceof WorkforceError && error.status === 422 ? error.errors : [];
  const isPrivate = faults.some(({ type }) => type === 'private_field');
  const usual = (
    <a class="button" href={`/console/ask/${resource.name}`}>
      {say('Ask anew')}
    </a>
  );
  if (faults.length === 0 || isPrivate) return <Failure error={error}>{usual}</Failure>;
  const href = (to: Query) => `/console/ask/${resource.name}${formatQuery(to)}`;
  return (
    <div class="state failure" role="alert">
      <strong>{say('This cannot be asked')}</strong>
      {faults.map((fault) => {
        const { text, mend } = sentenceOf(resource, query, fault);
        return (
          <div key={fault.loc.join() + fault.msg} class="ask-fault">
            <p>{text}</p>
            {mend && (
              <a class="button primary" href={href(mend.query)}>
                {mend.title}
              </a>
            )}
          </div>
        );
      })}
      {usual}
    </div>
  );
}
