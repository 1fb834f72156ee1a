// The create operation of all resources. Nothing about the body is checked before the token.
import type { Resource } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import { KEY_HOURS } from '../../contract/limits.ts';
import { parseCreateBody } from '../../contract/request/create-body.ts';
import { once } from '../../store/shared/idempotency.ts';
import { type BodyHandler, type Context, pathOf } from '../context.ts';
import { requireToken } from '../request/auth.ts';
import { IDEMPOTENCY_KEY, incompleteBody, invalidBody } from '../request/body.ts';
import { created } from '../response/responses.ts';

export function create(resource: Resource, { store, token }: Context): BodyHandler {
  const answer = async (request: Request, body: string): Promise<Response> => {
    const { values, faults, moreFaults } = parseCreateBody(resource, body);
    // Sound values are checked against the database even when others are faulty, so that all faults are listed at once.
    if (faults.length > 0) throw invalidBody([...faults, ...(await store.check(resource, values))], { moreFaults });
    const key = request.headers.get(IDEMPOTENCY_KEY);
    const outcome = await store.create(resource, values, {
      once: key === null ? undefined : once(key, resource, values),
      sender: request.signal,
    });
    if ('gone' in outcome) throw incompleteBody();
    if ('faults' in outcome) throw invalidBody(outcome.faults);
    if ('conflict' in outcome) {
      throw new Refusal(
        'idempotency_conflict',
        `This Idempotency-Key was used for another create within the last ${KEY_HOURS} hours; a new record needs a new key.`,
      );
    }
    return created(outcome, `${pathOf(resource)}/${outcome.id}`);
  };
  return { authorize: (request) => requireToken(request, token), answer };
}
