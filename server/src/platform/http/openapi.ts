import type * as z from 'zod/mini';
import {
  type Endpoint,
  ignoredFields,
  isClosedWhileSuspended,
  isForSecuredOperators,
  isShopCall,
  takesIdempotencyKey,
} from '@vitrine/contract/endpoint.ts';
import { type RefusalCode, refusals } from '@vitrine/contract/refusals.ts';
import { rolesWith } from '@vitrine/contract/values/brand-roles.ts';
import { webhookEventType, webhookMessages, webhookSummaries } from '@vitrine/contract/webhooks.events.ts';
import { exampleOf, isSchema, jsonSchemaOf, responseExample } from './docs.examples.ts';
import { type DocumentSchemas, documentSchemas } from './openapi.schemas.ts';

type Schema = Record<string, unknown>;

function parametersOf(schemas: DocumentSchemas, schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Schema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.fieldsOf(schema, 'input');
  const whole = jsonSchemaOf(schema, 'input').properties ?? {};
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: value,
    example: isSchema(whole[name]) ? exampleOf(whole[name], name) : undefined,
  }));
}

function refusalsOfProof({ proof }: Endpoint): RefusalCode[] {
  if (proof === undefined) return [];
  return proof === 'factors' ? ['step_up_needed', 'second_factor_needed'] : ['step_up_needed'];
}

/** All refusals of a call, including the common ones. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const signedIn: RefusalCode[] = endpoint.access.includes('anonymous') ? [] : ['unauthenticated', 'forbidden'];
  const ofOperators: RefusalCode[] = isForSecuredOperators(endpoint) ? ['two_factor_required'] : [];
  const ofSuspended: RefusalCode[] = isClosedWhileSuspended(endpoint) ? ['account_suspended'] : [];
  const unsafe: RefusalCode[] =
    endpoint.method === 'GET' ? [] : ['malformed_body', 'too_large', 'unsupported_media_type'];
  const keyed: RefusalCode[] = takesIdempotencyKey(endpoint) ? ['idempotency_conflict'] : [];
  return [
    ...new Set<RefusalCode>([
      'validation_failed',
      'rate_limited',
      'internal',
      'busy',
      ...signedIn,
      ...ofOperators,
      ...ofSuspended,
      ...unsafe,
      ...keyed,
      ...refusalsOfProof(endpoint),
      ...(endpoint.answers === 'secret' ? (['answer_not_kept'] as const) : []),
      ...(endpoint.refusals ?? []),
    ]),
  ];
}

/** What `meta` of a response has. A call of a shop names the fields that it ignored. */
function metaOf(endpoint: Endpoint): z.ZodMiniType | undefined {
  if (endpoint.meta) return endpoint.meta;
  return endpoint.body && isShopCall(endpoint) ? ignoredFields : undefined;
}

/** Headers of the responses to shops, for all calls that only shops make. */
const shopHeaders = {
  headers: Object.fromEntries(
    Object.entries({
      'RateLimit-Policy': 'How many requests a minute this call takes from one shop: `"default";q=12000;w=60`',
      RateLimit: 'How many are left, and for how many seconds: `"default";r=11999;t=60`',
      'Idempotent-Replayed':
        '`true` if this is the stored response of an earlier request with the same Idempotency-Key',
    }).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  ),
};

function bodyOf(schemas: DocumentSchemas, { body, takes }: Endpoint): Schema {
  if (takes) {
    const bytes = { schema: { type: 'string', format: 'binary' } };
    return { requestBody: { required: true, content: Object.fromEntries(takes.map((type) => [type, bytes])) } };
  }
  if (!body) return {};
  const content = { schema: schemas.of(body, 'input'), example: exampleOf(jsonSchemaOf(body, 'input')) };
  return { requestBody: { required: true, content: { 'application/json': content } } };
}

function successOf(schemas: DocumentSchemas, endpoint: Endpoint): Schema {
  if (endpoint.gives) return { [endpoint.gives]: { schema: { type: 'string', format: 'binary' } } };
  const meta = metaOf(endpoint);
  const schema = {
    type: 'object',
    properties: { data: schemas.of(endpoint.reply, 'output'), ...(meta ? { meta: schemas.of(meta, 'output') } : {}) },
    required: endpoint.meta ? ['data', 'meta'] : ['data'],
  };
  return { 'application/json': { schema, example: JSON.parse(responseExample(endpoint) ?? 'null') as unknown } };
}

/** A call that was stored and takes effect later. */
function waitingOf(schemas: DocumentSchemas, waiting: z.ZodMiniType, meta: z.ZodMiniType | undefined): Schema {
  const schema = {
    type: 'object',
    properties: { data: schemas.of(waiting, 'output'), ...(meta ? { meta: schemas.of(meta, 'output') } : {}) },
    required: ['data'],
  };
  const example = { data: exampleOf(jsonSchemaOf(waiting, 'output')) };
  return { description: 'Stored, and waits', content: { 'application/json': { schema, example } } };
}

/** The name of the response with these refusals, which all have one status. */
function problemName(codes: readonly RefusalCode[]): string {
  return codes.join('-or-');
}

function problemsOf(endpoint: Endpoint): { status: number; codes: RefusalCode[] }[] {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => refusals[code].status);
  return [...byStatus].map(([status, codes]) => ({ status, codes }));
}

function operationOf(schemas: DocumentSchemas, name: string, endpoint: Endpoint): Schema {
  const problems = problemsOf(endpoint).map(({ status, codes }) => [
    status,
    { $ref: `#/components/responses/${problemName(codes)}` },
  ]);
  const headers = isShopCall(endpoint) ? shopHeaders : {};
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    'x-policy': {
      principals: endpoint.access,
      scope: endpoint.scope,
      any_status: endpoint.anyStatus ?? false,
      ...(endpoint.right && { right: endpoint.right, roles: rolesWith(endpoint.right) }),
    },
    security: endpoint.access.includes('anonymous') ? [] : [{ bearer: [] }],
    parameters: [
      ...parametersOf(schemas, endpoint.params, 'path'),
      ...parametersOf(schemas, endpoint.query, 'query'),
      ...(takesIdempotencyKey(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...bodyOf(schemas, endpoint),
    responses: {
      [String(endpoint.status ?? 200)]: { description: 'Success', ...headers, content: successOf(schemas, endpoint) },
      ...(endpoint.waiting ? { 202: waitingOf(schemas, endpoint.waiting, metaOf(endpoint)) } : {}),
      ...Object.fromEntries(problems),
    },
  };
}

const webhookHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
  name,
  in: 'header',
  required: true,
  description: 'As Standard Webhooks describes',
  schema: { type: 'string' },
}));

/** The events that brands get at their own addresses. */
function webhooksOf(schemas: DocumentSchemas): Schema {
  const operations = webhookEventType.options.map((type) => {
    const message = webhookMessages[type];
    const content = { schema: schemas.of(message, 'output'), example: exampleOf(jsonSchemaOf(message, 'output')) };
    const post = {
      operationId: type,
      summary: webhookSummaries[type],
      parameters: webhookHeaders,
      requestBody: { required: true, content: { 'application/json': content } },
      responses: {
        '2XX': { description: 'The event arrived. With any other answer, or none, it is sent again later.' },
        '410': { description: 'The endpoint wants no events anymore and is turned off.' },
      },
    };
    return [type, { post }];
  });
  return Object.fromEntries(operations);
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text that this request alone has. A request that is sent again with it has no further effect and gets the first response, for a week.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const problemSchema = {
  type: 'object',
  description:
    'RFC 9457 problem document: the body of every response that is not 2xx. Programs read `code`; `message` and `errors` are for people.',
  required: ['type', 'title', 'status', 'code', 'message', 'detail', 'instance', 'request_id'],
  properties: {
    type: { type: 'string', description: 'Where the code is explained, relative to this server' },
    title: { type: 'string', description: 'The same for every response with this code' },
    status: { type: 'integer' },
    code: { enum: Object.keys(refusals) },
    message: { type: 'string', description: 'What is wrong with this request' },
    detail: { type: 'string', description: 'The same as `message`' },
    instance: { type: 'string', description: 'The path of the request' },
    request_id: { type: 'string', description: 'Name it when you ask for help' },
    errors: {
      type: 'object',
      description: 'Only with `validation_failed`: reasons by field, like `lines.0.quantity`',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    ticket: {
      type: 'string',
      description: 'Only with `two_factor_needed`: what `POST /login/second-factor` takes, once, for ten minutes',
    },
  },
};

function problemExample(code: RefusalCode): Schema {
  const { status, title } = refusals[code];
  const errors = code === 'validation_failed' ? { errors: { 'lines.0.quantity': ['must be 1 or more'] } } : {};
  const ticket = code === 'two_factor_needed' ? { ticket: 'vtl_9jKq2…' } : {};
  const about = {
    instance: '/api/v1/orders',
    request_id: '019aa1f0-7c3e-7b52-9c1d-3f5a8e2b6d04',
    ...errors,
    ...ticket,
  };
  return {
    summary: title,
    value: { type: `/docs#${code}`, title, status, code, message: title, detail: title, ...about },
  };
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer' } },
};

function problemResponses(endpoints: ReadonlyMap<string, Endpoint>): Record<string, Schema> {
  const all = [...endpoints.values()].flatMap(problemsOf).map(({ status, codes }) => [
    problemName(codes),
    {
      description: codes.map((code) => `${code}: ${refusals[code].title}`).join('; '),
      ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        },
      },
    },
  ]);
  return Object.fromEntries(all);
}

/**
 * The OpenAPI 3.1 document of the contract; `x-policy` says who may call and whose data the call can reach. `named` are
 * the schemas that it describes once, under their own names.
 */
export function openApiDocument(
  endpoints: ReadonlyMap<string, Endpoint>,
  named: ReadonlyMap<string, z.ZodMiniType>,
  publicUrl: string,
): Schema {
  const schemas = documentSchemas(named);
  const drafts: Record<string, Schema> = {};
  for (const [name, endpoint] of endpoints) {
    (drafts[`/api/v1${endpoint.path}`] ??= {})[endpoint.method.toLowerCase()] = operationOf(schemas, name, endpoint);
  }
  const { part, components } = schemas.complete({ paths: drafts, webhooks: webhooksOf(schemas) });
  const codes = Object.keys(refusals) as RefusalCode[];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version: '1',
      description:
        'Creator storefronts, links, orders and commissions. Responses are `{data}`; lists add `meta`. Money is in whole minor units, as text.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    ...part,
    components: {
      schemas: { ...components, Problem: problemSchema },
      responses: problemResponses(endpoints),
      parameters: { IdempotencyKey: idempotencyKey },
      examples: Object.fromEntries(codes.map((code) => [code, problemExample(code)])),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a login, or a brand’s API key (`vtk_…`)',
        },
      },
    },
  };
}
