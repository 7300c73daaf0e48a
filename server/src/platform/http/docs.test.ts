import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '@vitrine/contract/endpoints.ts';
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

describe('the reference at /docs', () => {
  test('works without scripts and loads nothing from other hosts', async () => {
    const { body, statusCode } = await world.app.inject('/docs');
    expect(statusCode).toBe(200);
    expect(body).not.toMatch(/<script|style=|\son\w+=/);
    expect([...body.matchAll(/(?:src|href)="([^"#]+)/g)].map(([, address]) => address)).toEqual([
      '/assets/docs.css',
      '/api/v1/openapi.json',
    ]);
  });

  test('shows each call with an example, and each refusal under its own address', async () => {
    const { body } = await world.app.inject('/docs');
    for (const [name, { method, path }] of endpoints) {
      const [section = ''] =
        /<section id="[^]*?<\/section>/.exec(body.slice(body.indexOf(`<section id="${name}"`))) ?? [];
      expect(section, name).toContain('curl ');
      if (method !== 'GET') expect(section, name).toContain(`-X ${method}`);
      expect(section.replaceAll('<wbr>', ''), name).toContain(`/api/v1${path}`);
    }
    expect(body).toContain('<dt id="rate_limited">');
  });

  test('shows a body as a shell accepts it', async () => {
    const { body } = await world.app.inject('/docs');
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
