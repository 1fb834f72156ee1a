// The documents of a service that has private fields: the examples show no value of such a field, as the answers without the token
// do not, and its properties and filters say that it is private.
import type { Json } from './schemas.ts';
import { swagger } from './swagger.ts';

// biome-ignore lint/suspicious/noExplicitAny: this walks a document that tests validate against its schema
type Part = Record<string, any>;
type Documents = { readonly openapi: string; readonly swagger: string };

/** `privateFields`: names of fields by resource. `published`: the documents of a service without private fields. */
export function servedDocuments(
  published: Documents,
  privateFields: Readonly<Record<string, ReadonlySet<string>>>,
): Documents {
  if (Object.values(privateFields).every(({ size }) => size === 0)) return published;
  const document: Part = JSON.parse(published.openapi);
  for (const [resource, names] of Object.entries(privateFields)) hide(document, resource, names);
  const text = (value: Json) => `${JSON.stringify(value, null, 1)}\n`;
  return { openapi: text(document), swagger: text(swagger(document)) };
}

function hide({ paths, components }: Part, resource: string, names: ReadonlySet<string>): void {
  const { get: list, post } = paths[`/v1/${resource}`];
  const { get } = paths[`/v1/${resource}/{item_id}`];
  const json = ({ content }: Part): Part => content['application/json'];
  const answers = [json(list.responses[200]), json(get.responses[200]), ...(post ? [json(post.responses[201])] : [])];
  for (const name of names) {
    for (const { example } of answers) for (const record of example?.data ?? [example ?? {}]) record[name] = null;
    // The examples are records of the demo data, so a create that makes one of them would show the value too.
    if (post) delete json(post.requestBody).example?.[name];
  }
  for (const parameter of list.parameters)
    if (names.has(parameter.name?.replace(/\[.*/, '')))
      parameter.description += ' It is private here: without the write token this is 422.';
  // Whole records, and parts of them.
  for (const { $ref } of answers[1]!.schema.anyOf)
    for (const name of names)
      components.schemas[$ref.split('/').at(-1)].properties[name].description +=
        ' It is private here: null without the write token.';
}
