// The document for Specmatic. References have the ids that exist as limits, so that most creates can succeed. Lists
// have few parameters, because it tries all combinations, and JSON only, because it reads nothing else. The answers are
// unchanged.
import { catalogue } from '../../../src/catalogue/catalogue.ts';

type Part = Record<string, any>;

const LEFT_OUT = /if_none_match|position|idempotency_key|format|headings|\.filters$|having$/;

export function narrowed(document: Part, counts: Readonly<Record<string, number>>): Part {
  const copy: Part = structuredClone(document);
  for (const resource of catalogue) {
    const { get } = copy.paths[`/v1/${resource.name}`];
    const item = copy.paths[`/v1/${resource.name}/{item_id}`].get;
    // Without `fields`, records are whole.
    for (const { responses } of [get, item]) {
      const { schema, ...rest } = responses['200'].content['application/json'];
      responses['200'].content = { 'application/json': { ...rest, schema: schema.anyOf[0] } };
    }
    const own = get.parameters.filter(({ name }: Part) => name);
    const some = [
      own.find(({ schema }: Part) => schema.type === 'array'),
      own.find(({ name }: Part) => /\[gte\]$/.test(name)),
    ];
    get.parameters = [...get.parameters.filter(({ $ref }: Part) => $ref), ...some.filter((each) => each)];
    item.parameters = item.parameters.filter(({ $ref }: Part) => $ref);
    const properties: Part = copy.components.schemas[`${resource.schema}Create`]?.properties ?? {};
    for (const field of resource.fields) {
      const property = properties[field.name];
      if (!property) continue;
      if (field.to) Object.assign(property, { minimum: 1, maximum: counts[field.to] });
      if (property.contentMediaType)
        property.enum = ['{}', '[1, "a"]', ...(property.type.includes('null') ? [null] : [])];
    }
  }
  for (const item of Object.values<Part>(copy.paths))
    for (const operation of Object.values<Part>(item))
      operation.parameters = operation.parameters?.filter(({ $ref = '' }: Part) => !LEFT_OUT.test($ref));
  return copy;
}
