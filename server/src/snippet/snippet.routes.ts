import type { FastifyInstance } from 'fastify';
import { readSnippet } from '@vitrine/contract/snippet.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { Refusal } from '../platform/refusal.ts';
import { readSnippetFiles, type SnippetFiles } from './snippet.files.ts';
import { readSnippetOf } from './snippet.service.ts';

/** With a version, the file never changes. Without one, shops get a new version within a day. */
const lifetimes = {
  version: 'public, max-age=31536000, immutable',
  newest: 'public, max-age=86400, stale-while-revalidate=604800',
};

/** The one address that pages of other origins may read: a browser checks the integrity of a script only then. */
function serveScript(app: FastifyInstance, { current, byVersion }: SnippetFiles): void {
  app.get<{ Querystring: { v?: unknown } }>(
    '/vt.js',
    { config: { policy: 'public' } },
    async ({ query: { v } }, reply) => {
      const file = v === undefined ? current : byVersion.get(String(v));
      if (!file) throw new Refusal('not_found');
      return reply
        .type('text/javascript; charset=utf-8')
        .header('Cache-Control', v === undefined ? lifetimes.newest : lifetimes.version)
        .header('Access-Control-Allow-Origin', '*')
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .send(file.code);
    },
  );
}

export function registerSnippet(routes: Routes): void {
  const files = readSnippetFiles();
  serveScript(routes.app, files);
  serve(routes, readSnippet, (call, ctx) => readSnippetOf(ctx, files, call.actor, call.params.merchant));
}
