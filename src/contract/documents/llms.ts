// The text at /llms.txt: all that a language model needs to use this service, on one page. llmstxt.org describes the
// format.
import type { Catalogue, Field, Resource } from '../../catalogue/resource.ts';
import { CHANGES, FAULTS, LIMIT, Q_LENGTH } from '../limits.ts';
import { BASE, MCP_PATH, PRODUCT } from '../product.ts';
import { cycles, isCycle, openRanges, operatorsOf, ranges } from '../request/conditions.ts';
import { exampleHop } from '../request/field-lists.ts';

/** `mcp`: whether this service also answers the Model Context Protocol. */
export function llms(catalogue: Catalogue, mcp: boolean): string {
  const [example] = catalogue;
  const hop = catalogue.map(exampleHop).find((name) => name !== '') ?? 'reference.field';
  const creatable = catalogue.filter((each) => each.creatable);
  return `# ${PRODUCT}

> ${sentence(catalogue.map(({ many }) => many))} over HTTP and JSON. Reading needs no credentials; creating takes a bearer token.

- A list is \`GET ${BASE}/v1/{resource}\`: \`{"data": [...], "meta": {"total": ..., "limit": ..., "offset": ...}}\`, with the exact total of what matches. One record is \`GET ${BASE}/v1/{resource}/{id}\`.
- Pages: \`limit\` goes from ${LIMIT.minimum} to ${LIMIT.maximum} (${LIMIT.default} without it), \`offset\` skips records. To read everything, ask for \`id[gt]=\` the last id you have until \`data\` is empty.
- To keep a copy: \`GET ${BASE}/v1/changes\` is all records at first, then every create, update and erasure in order; go on with \`after=\` the \`cursor\` of \`meta\` until \`up_to_date\`, and later from there. \`after=now\` is the end, \`since=today-7d\` begins with a day, \`wait=${CHANGES.wait}\` waits for the next change. Store \`record\` under its id, or delete it where it is null. 410: begin again without \`after\`.
- Filters: \`field=value\`; repeated, any of the values; the word \`null\` finds missing values. \`field[ne]=value\`: none of the values. Fields listed as only null take no other value. Several filters must all hold.
- Numbers and dates: also ${ranges.map((each) => `\`field[${each}]=\``).join(', ')}, and the same with \`_or_null\` (\`field[${openRanges[0]}]=\`) to find missing values too. Dates are \`2026-03-04\` or \`2026-03-04T09:30:00Z\`; \`field[weekday]=\` takes ${cycles.weekday.minimum} (Monday) to ${cycles.weekday.maximum}, \`field[month_of_year]=\` ${cycles.month_of_year.minimum} to ${cycles.month_of_year.maximum}; \`field[before]=\` and \`field[not_before]=\` take the name of another date of the record.
- Behind a reference, all filters of what it leads to: \`employee_id.branch=London\`, \`job_id.status[ne]=open\`.
- By other records that lead to them: \`with=leave\`, \`without=applications\`, or with filters of that list behind a question mark, encoded as one value: \`without=leave%3Fstatus%3Dapproved%26from_date%5Bgte%5D%3D2026-01-01\`. Several must all hold.
- Search: \`q=\` up to ${Q_LENGTH} characters; every word must occur in some text field, in any case.
- Order: \`sort=field,-other\`, \`-\` for descending; without it by \`id\`. OpenAPI has the names.
- \`fields=a,b\` leaves only those fields; \`fields=${hop}\` is a field of what a reference leads to, also as a column of tables; \`expand=a,b\` adds the whole records that references lead to, as \`expanded\`, not in tables. The \`Link\` header names the other pages.
- \`format=csv\`, \`format=ndjson\` or \`format=xlsx\` (Excel) streams the whole list, filtered, searched and sorted, without \`limit\`.
- Counts and figures by groups: \`GET ${BASE}/v1/aggregate/{resource}?group=a,b&measure=count,avg(c)\`. Metrics such as headcount, turnover or time to hire: \`GET ${BASE}/v1/insights\` lists them, \`GET ${BASE}/v1/insights/{name}?every=month&group=a\` answers one.
- Parameters that mean nothing are ignored; \`Workforce-Ignored\` in the answer names them, and with \`Prefer: handling=strict\` they are 422.
- Create: \`POST ${BASE}/v1/{resource}\` with \`Authorization: Bearer <API_TOKEN>\` and a JSON object, for ${creatable.map(({ name }) => name).join(', ')}. With an \`Idempotency-Key\` header it can be sent again and happens once.
- Errors: a read that is refused is 422 with \`{"detail": [{"loc", "msg", "type", "input"}]}\`, every fault at once, up to ${FAULTS}; everything else is \`{"error": {"code", "message", "details"}}\`. After 429 and 503, wait as long as \`Retry-After\` says.
- A field that the operator made private is null, and a filter on it is 422, without the token.

## Resources

${catalogue.map(entry).join('\n')}

## Descriptions

- [OpenAPI 3.1](${BASE}/openapi.json): every operation, parameter, field and error
- [Documentation](${BASE}/docs): the same for people
${mcp ? `- [Tools](${MCP_PATH}): the same data through the Model Context Protocol (streamable HTTP: POST)\n` : ''}
## Optional

- [Swagger 2.0](/swagger.json): the same for older tools
- [Index](${BASE}): every path, as JSON
- [Health](${BASE}/v1/health): whether it works, and whether creating is switched on
- [An example](${BASE}/v1/${example!.name}?limit=2): two ${example!.many}
`;
}

function entry(resource: Resource): string {
  const { name, about, fields } = resource;
  const names = (title: string, which: (field: Field) => boolean) => {
    const found = fields
      .filter(which)
      .map((field) => (field.target ? `${field.name} (${field.target.name})` : field.name));
    return found.length > 0 ? ` ${title}: ${found.join(', ')}.` : '';
  };
  const isDate = (field: Field) => operatorsOf(field).some(isCycle);
  return [
    `- [${name}](${BASE}/v1/${name}): ${about}`,
    names('Filters', ({ filter, range }) => filter === 'value' && !range),
    names('Numbers', (field) => field.range && !isDate(field)),
    names('Dates', isDate),
    names('Only null', ({ filter }) => filter === 'null'),
  ].join('');
}

function sentence(names: readonly string[]): string {
  const text = new Intl.ListFormat('en-GB').format(names);
  return text[0]!.toUpperCase() + text.slice(1);
}
