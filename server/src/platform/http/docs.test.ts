import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { webhookEventType } from '@vitrine/contract/webhooks.events.ts';
import { refusals } from '@vitrine/contract/refusals.ts';
import { openWorld, type World } from '../../../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

type Operation = {
  parameters: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
};

async function operations() {
  const { paths } = (await world.app.inject('/api/v1/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  return [...endpoints].map(([name, endpoint]) => {
    const operation = paths[`/api/v1${endpoint.path}`]?.[endpoint.method.toLowerCase()];
    if (!operation) throw new Error(`${name} is missing`);
    return { name, endpoint, operation };
  });
}

describe('the reference', () => {
  const pageFor = async (caller: string) => (await world.app.inject(`/docs/reference/${caller}`)).body;

  test('shows each call with an example on the page of each of its callers, and each refusal under its own address', async () => {
    const callers = [...new Set([...endpoints.values()].flatMap(({ access }) => access))];
    const pages = new Map(await Promise.all(callers.map(async (caller) => [caller, await pageFor(caller)] as const)));
    for (const [name, { access, method, path }] of endpoints) {
      for (const caller of access) {
        const body = pages.get(caller) ?? '';
        const [section = ''] =
          /<section id="[^]*?<\/section>/.exec(body.slice(body.indexOf(`<section id="${name}"`))) ?? [];
        expect(section, name).toContain('curl</i> ');
        if (method !== 'GET') expect(section, name).toContain(`-X ${method}`);
        expect(section.replaceAll('<wbr>', ''), name).toContain(`/api/v1${path}`);
      }
    }
    expect((await world.app.inject('/docs')).body).toContain('<dt id="rate_limited">');
  });

  test('shows a body as a shell accepts it', async () => {
    const body = (await pageFor('shop')).replaceAll(/<\/?i[^>]*>/g, '');
    expect(body).toContain('/api/v1/orders&#39; \\\n  -H &quot;Authorization: Bearer $TOKEN&quot;');
    expect(body).toContain('&quot;order_id&quot;: &quot;TRY-1&quot;');
  });
});

test('every example of a request is accepted by its call', async () => {
  const refused = (await operations()).flatMap(({ name, endpoint, operation }) => {
    const fields = (where: string) =>
      Object.fromEntries(
        operation.parameters.filter((each) => each.in === where).map((each) => [each.name, each.example]),
      );
    const examples = [
      [endpoint.body, operation.requestBody?.content['application/json']?.example],
      [endpoint.params, fields('path')],
      [endpoint.query, fields('query')],
    ] as const;
    return examples.flatMap(([schema, example]) =>
      schema && !z.safeParse(schema, example).success ? [{ name, example }] : [],
    );
  });
  expect(refused).toEqual([]);
});

type Document = {
  webhooks: Record<string, Record<string, JsonOperation>>;
  paths: Record<string, Record<string, JsonOperation>>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, { content: Record<string, { examples: Record<string, unknown> }> }>;
    examples: Record<string, { value: unknown }>;
  };
};
type Content = Record<string, { schema: object; example?: unknown }>;
type JsonOperation = {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content; $ref?: string }>;
};

const document = async () => (await world.app.inject('/api/v1/openapi.json')).json<Document>();

describe('the OpenAPI document', () => {
  test('is valid by the schema of OpenAPI 3.1, and every reference in it leads somewhere', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(await document());
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
    expect(() => validator.resolveRefs()).not.toThrow();
  });

  test('describes a thing once, under its name', async () => {
    const { paths, components } = await document();
    const order = paths['/api/v1/orders']?.['post'];
    expect(order?.requestBody?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/OrderBody' });
    expect(order?.responses['200']?.content?.['application/json']?.schema).toMatchObject({
      properties: {
        data: { $ref: '#/components/schemas/Order' },
        meta: { $ref: '#/components/schemas/IgnoredFields' },
      },
    });
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['Commission', 'Explanation', 'Money', 'Order', 'Payout', 'Problem', 'RefundBody']),
    );
    // Money in answers, in requests, and in limits, which can be larger.
    expect(JSON.stringify({ paths, schemas: components.schemas }).split('"^(0|[1-9][0-9]*)$"')).toHaveLength(4);
  });

  test('every example matches its schema', async () => {
    const all = await document();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(all, 'document');
    const check = (pointer: string[], example: unknown, name: string) => {
      const escaped = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
      const matches = ajv.compile({ $ref: `document#/${escaped}` });
      return matches(example) ? [] : [`${name}: ${ajv.errorsText(matches.errors)} in ${JSON.stringify(example)}`];
    };
    const operationsOf = (part: 'paths' | 'webhooks') =>
      Object.entries(all[part]).map((each) => [part, ...each] as const);
    const mismatches = [...operationsOf('paths'), ...operationsOf('webhooks')].flatMap(([part, path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId, requestBody, responses }]) => {
        const at = (content: Content | undefined, ...where: string[]) =>
          Object.entries(content ?? {}).flatMap(([type, { example }]) =>
            example === undefined
              ? []
              : check([part, path, method, ...where, 'content', type, 'schema'], example, operationId),
          );
        const replies = Object.entries(responses).flatMap(([status, { content }]) => at(content, 'responses', status));
        return [...at(requestBody?.content, 'requestBody'), ...replies];
      }),
    );
    expect(mismatches).toEqual([]);
    for (const [code, { value }] of Object.entries(all.components.examples))
      expect(check(['components', 'schemas', 'Problem'], value, code)).toEqual([]);
  });

  test('describes the body of each event that is sent to a brand, under its name and with an example', async () => {
    const { webhooks, components } = await document();
    expect(Object.keys(webhooks)).toEqual(webhookEventType.options);
    for (const [type, { post }] of Object.entries(webhooks)) {
      const { schema, example } = post?.requestBody?.content['application/json'] ?? {};
      const [, name = ''] = /^#\/components\/schemas\/(\w+Event)$/.exec(Object(schema).$ref) ?? [];
      expect(components.schemas[name], type).toMatchObject({ properties: { type: { const: type } } });
      expect(example, type).toMatchObject({ type });
    }
  });

  test('names every refusal of a call with its code and status', async () => {
    const { paths, components } = await document();
    expect(Object.keys(components.examples)).toEqual(Object.keys(refusals));
    for (const [name, endpoint] of endpoints) {
      const responses = paths[`/api/v1${endpoint.path}`]?.[endpoint.method.toLowerCase()]?.responses;
      for (const code of [...(endpoint.refusals ?? []), 'validation_failed', 'rate_limited', 'busy'] as const) {
        const response = responses?.[refusals[code].status]?.$ref?.split('/').at(-1) ?? '';
        const content = components.responses[response]?.content['application/problem+json'];
        expect(content?.examples, `${name}: ${code}`).toHaveProperty(code);
      }
    }
  });
});
