// The operations for the OpenAPI document: two of the system, and two or three of each resource.

import type { Resource } from '../../catalogue/resource.ts';
import { BASE, PRODUCT, VERSION } from '../product.ts';
import { withArticle } from '../words.ts';
import { ALWAYS, answer, answers, content, streamContent } from './answers.ts';
import { aggregateOperation, groupHaving } from './beside/aggregates.ts';
import { listParameters, projectionReferences, sortParameter } from './parameters.ts';
import { type Json, reference, wholeOrPart } from './schemas.ts';

export function systemPaths(): Json {
  const operation = (
    operationId: string,
    summary: string,
    description: string,
    schema: string,
    example: Json,
  ): Json => ({
    get: {
      operationId,
      summary,
      description,
      tags: ['system'],
      responses: { 200: answer(description, reference(schema), example), ...answers(ALWAYS) },
    },
  });
  return {
    '/': operation('getIndex', 'Index', 'Where everything is.', 'ServiceIndex', {
      product: PRODUCT,
      version: VERSION,
      documentation: `${BASE}/docs`,
      openapi: `${BASE}/openapi.json`,
    }),
    '/v1/health': operation(
      'getHealth',
      'Health check',
      'Whether the service works, and whether it takes writes.',
      'Health',
      {
        status: 'ok',
        product: PRODUCT,
        version: VERSION,
        writes_enabled: false,
      },
    ),
  };
}

/** `filters`: references to the parameters of its filters. */
export function resourcePaths(resource: Resource, filters: readonly Json[]): Json {
  const path = `/v1/${resource.name}`;
  return {
    [path]: {
      get: listOperation(resource, filters),
      ...(resource.creatable && { post: createOperation(resource) }),
    },
    [`${path}/{item_id}`]: { get: getOperation(resource) },
    [`/v1/aggregate/${resource.name}`]: { get: aggregateOperation(resource, aggregateParameters(filters)) },
  };
}

const READ_HEADERS: Json[] = ['if_none_match', 'prefer', 'position'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));

const aggregateParameters = (filters: readonly Json[]): Json[] => [
  ...['group_sort', ...Object.keys(groupHaving), ...Object.keys(listParameters)].map((name) => ({
    $ref: `#/components/parameters/${name}`,
  })),
  ...filters,
  ...READ_HEADERS,
];

const RECORD_HEADERS = ['ETag', 'Cache-Control', 'Workforce-Ignored', 'Preference-Applied'];

const pascal = (name: string): string => name.replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase());

function listOperation(resource: Resource, filters: readonly Json[]): Json {
  return {
    operationId: `list${pascal(resource.name)}`,
    summary: `List ${resource.many}`,
    description: resource.about,
    tags: [resource.name],
    parameters: [
      ...[...Object.keys(listParameters), 'headings'].map((name) => ({ $ref: `#/components/parameters/${name}` })),
      sortParameter(resource),
      ...projectionReferences(resource),
      ...filters,
      ...READ_HEADERS,
    ],
    responses: {
      200: listed(resource),
      ...answers({ 304: 'NotModified', 422: 'InvalidParameters', ...ALWAYS }),
    },
  };
}

/** One page as JSON, or the whole list as a stream. */
function listed(resource: Resource): Json {
  const description = `One page of ${resource.many}; or, as CSV, JSON lines or a workbook of Excel, all of them.`;
  const page = answer(description, wholeOrPart(resource, 'Collection'), undefined, 'Link', ...RECORD_HEADERS);
  return { ...page, content: { ...(page.content as Json), ...streamContent } };
}

function getOperation(resource: Resource): Json {
  return {
    operationId: `get${resource.schema}`,
    summary: `Get one ${resource.one}`,
    description: `The ${resource.one} with this id, the same as it is in the list.`,
    tags: [resource.name],
    parameters: [{ $ref: '#/components/parameters/item_id' }, ...projectionReferences(resource), ...READ_HEADERS],
    responses: {
      200: answer(`The ${resource.one}.`, wholeOrPart(resource), undefined, ...RECORD_HEADERS),
      ...answers({ 304: 'NotModified', 404: 'NotFound', 422: 'InvalidParameters', ...ALWAYS }),
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
    parameters: [{ $ref: '#/components/parameters/idempotency_key' }],
    requestBody: {
      required: true,
      content: content(reference(`${resource.schema}Create`)),
    },
    responses: {
      201: answer(
        `The new ${resource.one}.`,
        reference(resource.schema),
        undefined,
        'Location',
        'Idempotency-Replayed',
        'Workforce-Position',
      ),
      ...answers({
        401: 'Unauthorized',
        403: 'Forbidden',
        408: 'RequestTimeout',
        413: 'PayloadTooLarge',
        422: 'ValidationError',
        ...ALWAYS,
        503: 'WritesDisabled',
      }),
    },
  };
}
