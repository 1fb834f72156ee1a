// The rights of a client, for the console and for holders of a token.
import { type Access, isUnproven, mayRead } from '../../access/access.ts';
import { type Context, type Handler, whenReady } from '../context.ts';
import { json } from '../response/responses.ts';

export const ME = '/auth/me';

export const me =
  (context: Context): Handler =>
  (request) =>
    whenReady(context.accessTo(request, request.url), (access) => json(JSON.stringify(rights(context, access))));

function rights({ catalogue, read, privateFields, signIn, importer }: Context, access: Access): object {
  const readable = catalogue.filter((resource) => mayRead(access, resource));
  const hidden = readable.flatMap(({ name }) =>
    [...(privateFields[name] ?? [])]
      .filter((field) => access.hidden[name]?.has(field))
      .map((field) => `${name}.${field}`),
  );
  return {
    reads: read,
    sign_in: signIn !== undefined,
    who: whoIs(access.holder),
    read: readable.map(({ name }) => name),
    create: catalogue.filter(({ name }) => access.creates.has(name)).map(({ name }) => name),
    import: importer ? catalogue.filter(({ name }) => access.imports.has(name)).map(({ name }) => name) : [],
    hidden,
    limited: access.rows !== undefined,
  };
}

function whoIs(holder: Access['holder']): object | null {
  if (isUnproven(holder)) return null;
  if (holder === 'owner') return { kind: 'token', name: 'write token', role: null, expires_at: null };
  const { kind, name, role = null, expiresAt } = holder;
  return {
    kind: kind === 'session' ? 'person' : kind,
    name,
    role,
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  };
}
