// What is shown where there is nothing to show: loading, empty, failed, refused.
import type { ComponentChildren } from 'preact';
import { ConnectionError, WorkforceError } from '../../../client/src/index.ts';
import { me } from '../data/rights.ts';
import { say } from '../words/say.ts';
import { Icon } from './icon.tsx';

export const Loading = ({ lines = 3 }: { lines?: number }) => (
  <div class="loading" role="status" aria-label={say('Loading')}>
    {Array.from({ length: lines }, (_, index) => (
      <i key={index} />
    ))}
  </div>
);

export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="state">
    <strong>{title}</strong>
    {children && <p>{children}</p>}
  </div>
);

/** Whether it is refused because a private field is asked for. */
export const isPrivate = (error: Error | undefined): boolean =>
  error instanceof WorkforceError && error.errors.some(({ type }) => type === 'private_field');

/** What to say of an error, and what to do. */
function wordsFor(error: Error): { title: string; text: string } {
  if (!(error instanceof WorkforceError)) return { title: say('Something went wrong here'), text: error.message };
  if (error instanceof ConnectionError)
    return {
      title: say('The service does not answer'),
      text: say('It is asked again every few seconds. Is it running, and is there a network?'),
    };
  if (error.status === 429)
    return { title: say('Too many requests'), text: `${error.message} ${say('It is asked again by itself.')}` };
  if (error.status === 503)
    return {
      title: say('The service cannot answer this now'),
      text: `${error.message} ${say('It is asked again by itself.')}`,
    };
  if (error.status === 404) return { title: say('There is no such record'), text: error.message };
  if (isPrivate(error))
    return me.value?.who
      ? {
          title: say('You may not ask for this'),
          text: say('It takes the right to see these fields. The operator can give it.'),
        }
      : { title: say('It takes the token to see this'), text: '' };
  if (error.status === 401 || error.status === 403) return { title: say('You may not see this'), text: error.message };
  if (error.status === 422 || error.status === 400) return { title: say('This cannot be asked'), text: '' };
  return { title: say('The service could not answer'), text: error.message };
}

/** An error in one sentence. What a browser says of a connection that failed means nothing to people. */
export const sentenceOf = (error: Error): string =>
  error instanceof ConnectionError || error instanceof TypeError ? say('The service does not answer.') : error.message;

type FailureProps = { error: Error; title?: string; retry?: (() => void) | undefined; children?: ComponentChildren };

export function Failure({ error, title, retry, children }: FailureProps) {
  const words = wordsFor(error);
  // The faults of private fields say to send a token, but this person has sent one.
  const isMine = isPrivate(error) && me.value?.who;
  const faults = error instanceof WorkforceError && !isMine ? error.errors : [];
  const id = error instanceof WorkforceError ? error.requestId : undefined;
  return (
    <div class="state failure" role="alert">
      <Icon name="warn" />
      <strong>{title ?? words.title}</strong>
      {words.text && <p>{words.text}</p>}
      {faults.length > 0 && (
        <ul>
          {faults.map(({ loc, msg }) => (
            <li key={loc.join()}>
              <code>{loc.slice(1).join('.')}</code> {msg}
            </li>
          ))}
        </ul>
      )}
      {children}
      {retry && (
        <button type="button" class="button" onClick={retry}>
          {say('Try again')}
        </button>
      )}
      {id && <small>{say('In the log of the service: {id}', { id })}</small>}
    </div>
  );
}
