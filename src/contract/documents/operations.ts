// The operations for the OpenAPI document: two of the system, and two or three of each resource.

import type { DataRecord, Resource } from '../../catalogue/resource.ts';
import { BASE, PRODUCT, VERSION } from '../product.ts';
import { withArticle } from '../words.ts';
import { ALWAYS, answer, answers, READ_FAILURES, READ_HEADERS, streamContent, WRITE_FAILURES } from './answers.ts';
import { aggregateOperation } from './beside/aggregates.ts';
import {
  listParameters,
  parameterReferences,
  pascal,
  projectionReferences,
  readHeaders,
  sortParameter,
} from './parameters.ts';
import { wholeOrPart } from './resource-schemas.ts';
import { type Json, reference } from './schemas.ts';

export function systemPaths(): Json {
  const product = { product: PRODUCT, version: VERSION };
  const operation = (operationId: string, summary: string, about: string, schema: string, example: Json): Json => ({
    get: {
      ...{ operationId, summary, description: about, tags: ['system'] },
      responses: { 200: answer(about, reference(schema), [], example), ...answers(ALWAYS) },
    },
  });
  return {
    '/': operation('getIndex', 'Index', 'Where everything is.', 'ServiceIndex', {
      ...product,
      documentation: `${BASE}/docs`,
      openapi: `${BASE}/openapi.json`,
    }),
    '/v1/health': operation(
      ...['getHealth', 'Health check', 'Whether the service works, and whether it takes writes.', 'Health'],
      { status: 'ok', ...product, writes_enabled: false },
    ),
  };
}

/** `filters`: references to the parameters of its filters. `examples`: some of its records. */
export function resourcePaths(
  resource: Resource,
  filters: readonly Json[],
  examples: readonly DataRecord[] = [],
): Json {
  const path = `/v1/${resource.name}`;
  return {
    [path]: {
      get: listOperation(resource, filters),
      ...(resource.creatable && { post: createOperation(resource) }),
    },
    [`${path}/{item_id}`]: { get: getOperation(resource) },
    [`/v1/aggregate/${resource.name}`]: { get: aggregateOperation(resource, filters, examples) },
  };
}

function listOperation(resource: Resource, filters: readonly Json[]): Json {
  return {
    operationId: `list${pascal(resource.name)}`,
    summary: `List ${resource.many}`,
    description: resource.about,
    tags: [resource.name],
    parameters: [
      ...parameterReferences([...Object.keys(listParameters), 'headings']),
      sortParameter(resource),
      ...projectionReferences(resource),
      ...filters,
      ...readHeaders,
    ],
    responses: {
      200: answer(
        `One page of ${resource.many}; or, as CSV, JSON lines or a workbook of Excel, all of them.`,
        wholeOrPart(resource, 'Collection'),
        ['Link', ...READ_HEADERS],
        undefined,
        streamContent,
      ),
      ...answers(READ_FAILURES),
    },
  };
}

function getOperation(resource: Resource): Json {
  return {
    operationId: `get${resource.schema}`,
    summary: `Get one ${resource.one}`,
    description: `The ${resource.one} with this id, the same as it is in the list.`,
    tags: [resource.name],
    parameters: [...parameterReferences(['item_id']), ...projectionReferences(resource), ...readHeaders],
    responses: {
      200: answer(`The ${resource.one}.`, wholeOrPart(resource), READ_HEADERS),
      ...answers({ ...READ_FAILURES, 404: 'NotFound' }),
    },
  };
}

function createOperation(resource: Resource): Json {
  const rules = resource.unique.map((names) => `No two ${resource.many} have the same ${names.join(', ')}.`).join(' ');
  return {
    operationId: `create${resource.schema}`,
    summary: `Create ${withArticle(resource.one)}`,
    description: `Adds ${withArticle(resource.one)}. References must exist.${rules && ` ${rules}`}`,
    tags: [resource.name],
    security: [{ bearer: [] }],
    parameters: parameterReferences(['idempotency_key']),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: reference(`${resource.schema}Create`) } },
    },
    responses: {
      201: answer(`The new ${resource.one}.`, reference(resource.schema), [
        'Location',
        'Idempotency-Replayed',
        'Workforce-Position',
      ]),
      ...answers(WRITE_FAILURES),
    },
  };
}
