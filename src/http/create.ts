// The create operation: one handler for all resources. Nothing about the body is looked at before the token is.
import type { Resource } from '../catalogue/resource.ts';
import { parseCreateBody } from '../contract/create-body.ts';
import { requireToken } from './auth.ts';
import { type Context, type Handler, pathOf } from './context.ts';
import { bodyText, invalidBody } from './request-body.ts';
import { created } from './respond.ts';

export function create(resource: Resource, { store, token }: Context): Handler {
  return async (request) => {
    requireToken(request, token);
    const { values, faults } = parseCreateBody(resource, await bodyText(request));
    if (faults.length > 0) throw invalidBody([...faults, ...(await store.check(resource, values))]);
    const result = await store.create(resource, values);
    if ('faults' in result) throw invalidBody(result.faults);
    return created(result, `${pathOf(resource)}/${result.id}`);
  };
}
