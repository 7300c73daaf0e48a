import type { FastifyInstance } from 'fastify';
import { endpoints, namedSchemas } from '@vitrine/contract/endpoints.ts';
import { type Guide, readGuides } from './docs.guides.ts';
import { docsIndex, guidePage, referencePage, references } from './docs.page.ts';
import { openApiDocument } from './openapi.ts';

/** Creates a value when it is first needed. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Every page of the documentation by its address; each is rendered when it is first needed. */
function pagesOf(publicUrl: string): Map<string, () => string> {
  const guides: Guide[] = readGuides(endpoints);
  const site = { guides, references };
  return new Map([
    ['/docs', once(() => docsIndex(site, publicUrl))],
    ...guides.map(({ path }, index) => [path, once(() => guidePage(index, site))] as const),
    ...references.map(({ path }) => [path, once(() => referencePage(path, site, endpoints, publicUrl))] as const),
  ]);
}

/** The documentation for developers: guides, reference, and the OpenAPI document. */
export function registerDocs(app: FastifyInstance, publicUrl: string): void {
  const document = once(() => JSON.stringify(openApiDocument(endpoints, namedSchemas, publicUrl)));
  const pages = once(() => pagesOf(publicUrl));
  const config = { policy: 'public' } as const;
  app.get('/api/v1/openapi.json', { config }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  );
  for (const url of ['/docs', '/docs/:guide', '/docs/reference/:caller']) {
    app.get(url, { config }, async (request, reply) => {
      const page = pages().get(request.url.split('?', 1)[0] ?? '');
      return page ? reply.type('text/html; charset=utf-8').send(page()) : reply.callNotFound();
    });
  }
}
