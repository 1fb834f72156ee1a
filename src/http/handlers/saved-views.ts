// The saved views of a client: one document, read whole and written whole. It is beside the API, as /auth/me is.
import { type Access, isUnproven } from '../../access/access.ts';
import { ownerOf, parseSavedViews, readSavedViews, writeSavedViews } from '../../access/saved-views.ts';
import { type BodyHandler, type Context, type Handler, type Route, whenReady } from '../context.ts';
import { denied, requireReads } from '../request/auth.ts';
import { invalidBody } from '../request/body.ts';
import { json } from '../response/responses.ts';

export const SAVED_VIEWS_PATH = '/auth/kept';

export function savedViews(context: Context): Route {
  const documents = context.savedViews;
  const ownerIn = (access: Access): string => {
    if (isUnproven(access.holder)) throw denied(access, 'a token', []);
    return ownerOf(access, context.signIn?.issuer)!;
  };
  // Where everybody reads the same, it is not known yet who asks.
  const GET: Handler = (request) =>
    whenReady(context.accessTo(request, request.url), async (access) =>
      json(JSON.stringify(await readSavedViews(documents!, ownerIn(access)))),
    );
  const POST: BodyHandler = {
    authorize(access) {
      ownerIn(access);
      requireReads(access, 'something', context.catalogue);
    },
    async answer(_, body, { access }) {
      const parsed = parseSavedViews(body);
      if ('faults' in parsed) throw invalidBody(parsed.faults);
      const owner = ownerIn(access);
      const written = await writeSavedViews(documents!, owner, parsed.views);
      // The client that came second makes the change again on the newer document.
      return json(JSON.stringify({ written, ...(await readSavedViews(documents!, owner)) }));
    },
  };
  return { GET, POST, needs: 'something' };
}
