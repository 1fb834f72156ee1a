// The create operation: one handler for all resources. Nothing about the body is looked at before the token is.
import type { Resource } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import { KEY_HOURS } from '../../contract/limits.ts';
import { parseCreateBody } from '../../contract/request/create-body.ts';
import { once } from '../../store/shared/idempotency.ts';
import { type Context, type Handler, pathOf } from '../context.ts';
import { requireToken } from '../request/auth.ts';
import { bodyText, IDEMPOTENCY_KEY, incompleteBody, invalidBody } from '../request/body.ts';
import { created } from '../response/headers.ts';

export function create(resource: Resource, { store, token, bodySeconds }: Context): Handler {
  return async (request) => {
    requireToken(request, token);
    const { values, faults } = parseCreateBody(resource, await bodyText(request, bodySeconds));
    if (faults.length > 0) throw invalidBody([...faults, ...(await store.check(resource, values))]);
    const key = request.headers.get(IDEMPOTENCY_KEY);
    const onlyOnce = key === null ? undefined : once(key, resource, values);
    const result = await store.create(resource, values, onlyOnce, request.signal);
    if ('gone' in result) throw incompleteBody();
    if ('faults' in result) throw invalidBody(result.faults);
    if ('conflict' in result) {
      throw new Refusal(
        'idempotency_conflict',
        `This Idempotency-Key was used for another create within the last ${KEY_HOURS} hours; a new record needs a new key.`,
      );
    }
    return created(result, `${pathOf(resource)}/${result.id}`);
  };
}
