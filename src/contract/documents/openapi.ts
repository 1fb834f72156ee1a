// The OpenAPI 3.1 document: a pure function of the catalogue and of example records.
import type { Catalogue } from '../../catalogue/resource.ts';
import { dateUnits } from '../aggregate/grouping.ts';
import {
  AGGREGATE,
  BODY_BYTES,
  countText,
  HEADER_BYTES,
  inWords,
  JSON_DEPTH,
  SHEET,
  STREAMS,
  sizeText,
} from '../limits.ts';
import { BASE, PRODUCT, VERSION } from '../product.ts';
import { cycles, openRanges, ranges } from '../request/conditions.ts';
import { formats } from '../request/list-query.ts';
import { headers, responses } from './answers.ts';
import { aggregateParameters, aggregateSchemas } from './beside/aggregates.ts';
import { changesPaths, changesSchemas } from './beside/changes.ts';
import { importPaths } from './beside/imports.ts';
import { type DescribedMetric, insightParameters, insightPaths, insightSchemas } from './beside/insights.ts';
import { overviewPaths, overviewSchemas } from './beside/overview.ts';
import { familySchemas, filterParameters, filterSchemas } from './filter-parameters.ts';
import { resourcePaths, systemPaths } from './operations.ts';
import { projectionParameters, sharedParameters } from './parameters.ts';
import { type Examples, resourceSchemas } from './resource-schemas.ts';
import { type Json, sharedSchemas } from './schemas.ts';

const bracketed = (operators: readonly string[]): string => operators.map((each) => `\`[${each}]\``).join(', ');

const FILTERS = `**Filters** have the names of fields, and all of them must hold. \`status=active\` finds this value; repeated, any of the values. The word \`null\` finds missing ones, and an empty value asks nothing; in quotes, \`"null"\` and \`""\`, they are the text \`null\` and the empty text. With \`[ne]\` behind the name (\`status[ne]=active\`) it is none of the values, so a missing one is found too. Numbers and dates take ${bracketed(ranges)}, and ${bracketed(openRanges)}, which find missing values too; of a repeated one, the last counts. Times are compared in UTC, and a day comes before the times of its day. Dates take \`[weekday]\` with ${cycles.weekday.minimum} (Monday) to ${cycles.weekday.maximum}, \`[month_of_year]\` with ${cycles.month_of_year.minimum} to ${cycles.month_of_year.maximum}, and \`[before]\` and \`[not_before]\` with the name of another date of the same record: \`termination_date[before]=date_of_joining\`. Free text, addresses of pages and JSON documents can only be asked whether they are missing. **Behind a reference**, all filters of the record that it leads to work: \`employee_id.branch=London\`, \`job_id.status[ne]=open\`. Where there is no such record, all its values are missing. An object of filters, such as \`more_filters\`, is never sent itself: each of its properties is a parameter.`;

const DESCRIPTION = `People and hiring data over HTTP and JSON.

**Reading** is public. Every list takes \`limit\`, \`offset\`, \`q\`, filters and \`sort\`, answers in the order of \`id\` unless asked for another, and says the exact \`total\` and, in \`Link\`, where its other pages are. With \`fields\`, records have only these fields, in their usual order, and lack the others, required or not; \`reference.field\` is a field of what a reference leads to, which comes behind the reference and is null where that is missing. \`expand\` adds \`expanded\` to each record: the whole record that each of these references leads to, or null; CSV and workbooks answer it with 422 and take \`reference.field\` in \`fields\` instead. Of several \`sort\`, \`fields\` or \`expand\`, the last counts. Parameters that mean nothing are ignored, and \`Workforce-Ignored\` names them; with \`Prefer: handling=strict\` they are 422. Every GET also answers HEAD, OPTIONS answers preflight requests, and pages from any origin may read, and create with the token: every answer has \`Access-Control-Allow-Origin: *\`.

${FILTERS}

**Sorting**: \`sort\` takes names of fields, separated by commas, each with \`-\` in front of it for descending order. It is by code points in texts, and by UTC in times; missing values come first, and last in descending order. \`id\` comes last in any order, in the direction of the field before it.

**Whole lists** come as CSV, as JSON lines, one record each, or as a workbook of Excel, with \`Accept: text/csv\`, \`application/x-ndjson\` or \`${formats.xlsx}\`, or with \`format\`: all records of one moment, in one stream. A stream that fails ends without its last chunk. In CSV (RFC 4180, UTF-8, with a header row) a missing value is an empty cell and an empty text is \`""\`; a text that a spreadsheet would take for a formula has an apostrophe in front, also before those of its own. In a workbook numbers and dates are cells of their kind, timestamps are in UTC, and no text is a formula; what Excel cannot hold as a date stays a text. After ${countText(SHEET.rows)} rows another sheet goes on, and a text of more than ${countText(SHEET.characters)} characters, which only JSON documents can be, is cut and says so. At most ${inWords(STREAMS.places)} streams are under way in a process; more are 503.

**Counting and grouping**: \`/v1/aggregate/{resource}\` has counts, sums, averages, medians and more of any records, by up to three groups: fields; ${dateUnits.map((unit) => `\`${unit}\``).join(', ')} of dates, as in \`month(date)\`; \`bin(number,width)\` of numbers; and the same of what a reference leads to. Filters are those of the list. Every group has the address of exactly its records, buckets without records are there with 0, weeks are ISO weeks, and ranges are half-open. An answer has at most ${countText(AGGREGATE.results)} groups. Sums are exact, averages and medians are rounded once. Missing values are a group of their own, and figures leave them out. Figures are \`count\`; \`sum\`, \`avg\` and \`median\` of a number; \`min\` and \`max\` of a number or date; \`distinct\`, the number of different values; \`avg\` and \`median\` of \`days(from,to)\`, two dates. Fields of what a reference leads to are written \`reference.field\`. Amounts in different currencies are not added up. To see which values a field has, group by it.

**Insights**: \`/v1/insights\` lists numbers that people in HR and recruiting know, such as headcount, turnover or time to hire, each with its formula and its edge cases; \`/v1/insights/{name}\` answers one, by period and group, with the address of the records behind every count. A value over fewer than ten is marked \`small\`, a period that is not over or not whole \`partial\`. Where a private field is inside, whoever does not show the token gets the whole only, without small groups.

**Keeping a copy**: \`/v1/changes\` is everything that happened to records, in one sequence that begins with a snapshot; it can be read in pages, waited for, or followed as events.

**Creating** takes the deployment's write token: \`Authorization: Bearer <API_TOKEN>\`. Checks come in this order: 503 when no token is configured, 401, 413, 422. A 201 is sent when the record is durable. Types are strict (\`"5"\` is no integer, \`5.0\` is one), strings are well-formed Unicode, and JSON with duplicate keys, \`__proto__\` or more than ${JSON_DEPTH} levels is refused. References must exist. A body has at most ${sizeText(BODY_BYTES)}.

**Errors** are an envelope with a stable \`error.code\`; invalid parameters of reads are a list in \`detail\`. An unknown address is 404 \`not_found\`, an unknown method 405 \`method_not_allowed\` with \`Allow\`. Two have no body and may answer any request before it is read, so operations do not list them: 400, which ends the connection, for what is no HTTP, or HTTP that could be read in several ways; and 431 for an address and headers of more than ${sizeText(HEADER_BYTES)} together.

**Dates** are \`2026-03-04\`, timestamps \`2026-03-04T09:30:00Z\`; both are in UTC unless sent with another offset.`;

export function openapi(catalogue: Catalogue, examples: Examples, metrics: readonly DescribedMetric[] = []): Json {
  const others = Object.assign(
    { ...sharedParameters, ...aggregateParameters, ...(metrics.length > 0 && insightParameters(metrics)) },
    ...catalogue.map(projectionParameters),
  );
  const filters = filterParameters(catalogue, others);
  return {
    openapi: '3.1.0',
    info: {
      title: PRODUCT,
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: BASE, description: 'This host' }],
    security: [],
    tags: [
      { name: 'system', description: 'The index and the health check.' },
      ...catalogue.map(({ name, about }) => ({ name, description: about })),
      { name: 'overview', description: 'What is made of many records at once.' },
      { name: 'changes', description: 'What changed, for whoever keeps a copy.' },
      { name: 'import', description: 'Files and demo data.' },
      ...(metrics.length > 0 ? [{ name: 'insights', description: 'Numbers of people and hiring.' }] : []),
    ],
    paths: Object.assign(
      systemPaths(),
      ...catalogue.map((resource) =>
        resourcePaths(resource, filters.references.get(resource.name)!, examples[resource.name]),
      ),
      overviewPaths(),
      metrics.length > 0 && insightPaths(metrics, filters.references),
      changesPaths(catalogue),
      importPaths(catalogue),
    ),
    components: {
      schemas: {
        ...resourceSchemas(catalogue, examples),
        ...sharedSchemas,
        ...aggregateSchemas,
        ...overviewSchemas,
        ...changesSchemas(catalogue),
        ...(metrics.length > 0 && insightSchemas),
        ...filterSchemas,
        ...familySchemas(catalogue),
      },
      parameters: { ...others, ...filters.definitions },
      responses,
      headers,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The write token of the deployment.' },
      },
    },
  };
}
