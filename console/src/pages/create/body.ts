// What a form sends: the values of its controls as the API wants them.
import type { Field, Resource } from '../../data/catalogue.ts';

/** Texts of controls → the body of the create. What was left empty is not sent, so that the service decides. */
export function bodyOf(
  fields: readonly Field[],
  values: Readonly<Record<string, string>>,
): { body: Record<string, unknown>; missing: string[] } {
  const body: Record<string, unknown> = {};
  const missing: string[] = [];
  for (const { name, type, create } of fields) {
    const text = values[name] ?? '';
    if (text.trim() === '') {
      if (create === 'required') missing.push(name);
      continue;
    }
    // What is no number is sent as it is: the service says best what is wrong with it.
    body[name] = type !== 'string' && Number.isFinite(Number(text)) ? Number(text) : text;
  }
  return { body, missing };
}

export const curlFor = (resource: Resource, body: object, origin = window.location.origin): string =>
  [
    `curl -X POST '${origin}/api/v1/${resource.name}' \\`,
    `  -H 'Authorization: Bearer <API_TOKEN>' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`,
  ].join('\n');
