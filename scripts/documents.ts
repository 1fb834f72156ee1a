// The text of openapi.json and swagger.json. Their examples are records of the demo company on a fixed date, so that
// the files change only when the interface changes.
import { catalogue } from '../src/catalogue/catalogue.ts';
import type { DataRecord } from '../src/catalogue/resource.ts';
import { documentText } from '../src/contract/documents/document-text.ts';
import { openapi } from '../src/contract/documents/openapi.ts';
import { swagger } from '../src/contract/documents/swagger.ts';
import { demo } from '../src/demo/demo.ts';
import { describedMetrics } from '../src/insights/insights.ts';

const EXAMPLE_DATE = '2026-03-04';

export function documents(): Record<'openapi.json' | 'swagger.json', string> {
  const examples: Record<string, DataRecord[]> = {};
  for (const { resource, records } of demo({ date: EXAMPLE_DATE })) examples[resource] ??= records.slice(0, 2);
  const description = openapi(catalogue, examples, describedMetrics(catalogue));
  return { 'openapi.json': documentText(description), 'swagger.json': documentText(swagger(description)) };
}
