import type * as z from 'zod/mini';
import { type Endpoint, ignoredFields, isShopCall } from '@vitrine/contract/endpoint.ts';
import { type RefusalCode, refusals } from '@vitrine/contract/refusals.ts';
import { exampleOf, isSchema, type JsonSchema, jsonSchemaOf } from './docs.examples.ts';

type Schema = Record<string, unknown>;

/** A body in JSON, with an example. */
function jsonOf(schema: JsonSchema): Schema {
  return { 'application/json': { schema, example: exampleOf(schema) } };
}

function parametersOf(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Schema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input');
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: value,
    example: isSchema(value) ? exampleOf(value, name) : undefined,
  }));
}

/** All refusals of a call, including the common ones. */
function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const signedIn: RefusalCode[] = endpoint.access.includes('anonymous') ? [] : ['unauthenticated', 'forbidden'];
  const unsafe: RefusalCode[] =
    endpoint.method === 'GET' ? [] : ['malformed_body', 'too_large', 'unsupported_media_type', 'idempotency_conflict'];
  return [
    ...new Set<RefusalCode>([
      'validation_failed',
      'rate_limited',
      ...signedIn,
      ...unsafe,
      ...(endpoint.answers === 'secret' ? (['answer_not_kept'] as const) : []),
      ...(endpoint.refusals ?? []),
    ]),
  ];
}

/** What `meta` of a response has. A call of a shop names the fields that it ignored. */
function metaOf(endpoint: Endpoint): JsonSchema | undefined {
  if (endpoint.meta) return jsonSchemaOf(endpoint.meta, 'output');
  return endpoint.body && isShopCall(endpoint) ? jsonSchemaOf(ignoredFields, 'output') : undefined;
}

function operationOf(name: string, endpoint: Endpoint): Schema {
  const meta = metaOf(endpoint);
  const reply: JsonSchema = {
    type: 'object',
    properties: {
      data: jsonSchemaOf(endpoint.reply, 'output'),
      ...(meta ? { meta } : {}),
    },
    required: endpoint.meta ? ['data', 'meta'] : ['data'],
  };
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => refusals[code].status);
  const problems = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `${code}: ${refusals[code].title}`).join('; '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    'x-policy': { principals: endpoint.access, scope: endpoint.scope, any_status: endpoint.anyStatus ?? false },
    security: endpoint.access.includes('anonymous') ? [] : [{ bearer: [] }],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.method === 'GET'
        ? []
        : [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }]),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: jsonOf(jsonSchemaOf(endpoint.body, 'input')),
          },
        }
      : {}),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: 'Success',
        content: endpoint.gives ? { [endpoint.gives]: { schema: { type: 'string' } } } : jsonOf(reply),
      },
      ...Object.fromEntries(problems),
    },
  };
}

const problemSchema = {
  type: 'object',
  description: 'RFC 9457 problem document',
  required: ['type', 'title', 'status', 'code', 'message', 'detail', 'instance', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(refusals) },
    message: { type: 'string' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    request_id: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};

/** The OpenAPI 3.1 document of the contract; `x-policy` says who may call and whose data the call can reach. */
export function openApiDocument(endpoints: ReadonlyMap<string, Endpoint>, publicUrl: string): Schema {
  const paths: Record<string, Schema> = {};
  for (const [name, endpoint] of endpoints) {
    (paths[`/api/v1${endpoint.path}`] ??= {})[endpoint.method.toLowerCase()] = operationOf(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version: '1',
      description:
        'Creator storefronts, links, orders and commissions. Responses are `{data}`; lists add `meta`. Money is in whole minor units, as text.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}
