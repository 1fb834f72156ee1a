// What the client has kept in the console: one document, read whole and written whole. It is beside the API, as /auth/me is.
import { type Access, isUnproven } from '../../access/access.ts';
import { ownerOf, parseKept, readKept, writeKept } from '../../access/kept.ts';
import { type BodyHandler, type Context, type Handler, type Route, whenReady } from '../context.ts';
import { denied, requireReads } from '../request/auth.ts';
import { invalidBody } from '../request/body.ts';
import { json } from '../response/responses.ts';

export const KEPT_PATH = '/auth/kept';

export function kept(context: Context): Route {
  const documents = context.kept;
  const ownerIn = (access: Access): string => {
    if (isUnproven(access.holder)) throw denied(access, 'a token', []);
    return ownerOf(access, context.signIn?.issuer)!;
  };
  // Where everybody reads the same, it is not known yet who asks.
  const GET: Handler = (request) =>
    whenReady(context.accessTo(request, request.url), async (access) =>
      json(JSON.stringify(await readKept(documents!, ownerIn(access)))),
    );
  const POST: BodyHandler = {
    authorize(access) {
      ownerIn(access);
      requireReads(access, 'something', context.catalogue);
    },
    async answer(_, body, { access }) {
      const parsed = parseKept(body);
      if ('faults' in parsed) throw invalidBody(parsed.faults);
      const owner = ownerIn(access);
      const written = await writeKept(documents!, owner, parsed.kept);
      // Whoever came second makes the change again on what is there now.
      return json(JSON.stringify({ written, ...(await readKept(documents!, owner)) }));
    },
  };
  return { GET, POST, needs: 'something' };
}
