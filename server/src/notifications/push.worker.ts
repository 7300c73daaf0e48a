import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Routes } from '../platform/http/serve.ts';

const script = readFileSync(fileURLToPath(new URL('../../assets/push-worker.js', import.meta.url)), 'utf8');

/** The script that browsers run when a notification arrives. It is at the root, so that all pages are in its scope. */
export function registerPushWorker({ app }: Routes): void {
  app.get('/push-worker.js', { config: { policy: 'public' } }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('Cache-Control', 'no-cache').send(script),
  );
}
