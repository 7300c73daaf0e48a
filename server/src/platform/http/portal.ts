import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import { sendProblem } from './problems.ts';

const webFolder = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));
const assetsFolder = fileURLToPath(new URL('../../../assets/', import.meta.url));

/** What the server serves itself; every other address is the portal's, which knows its own pages. */
const notPages = /^\/(api|s|assets|app-assets|media)(\/|$)|^\/@/;

/** The portal's one page, naming its variant: `beauty.…` by host name, else the one that PROJECT sets (S24). */
function portalPage(index: string, project: string, hostname: string): string {
  const variant = hostname.startsWith('beauty.') ? 'beauty' : project;
  return variant === 'general'
    ? index
    : index.replace('<html lang="en">', `<html lang="en" data-project="${variant}">`);
}

/** Serves the built portal and the files of shoppers' pages. Built files carry their hash in their name and never change. */
export async function servePortal(app: FastifyInstance, project: string): Promise<void> {
  await app.register(fastifyStatic, { root: assetsFolder, prefix: '/assets/', maxAge: 3_600_000 });
  const built = existsSync(`${webFolder}index.html`);
  if (built) {
    const root = `${webFolder}app-assets`;
    await app.register(fastifyStatic, {
      root,
      prefix: '/app-assets/',
      decorateReply: false,
      immutable: true,
      maxAge: 31_536_000_000,
      preCompressed: true,
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !notPages.test(request.url);
    if (!isPage || !built) return sendProblem(new Refusal('not_found'), request, reply);
    // Read anew each time: it is small, and a build may have replaced it and the files it names.
    const page = portalPage(readFileSync(`${webFolder}index.html`, 'utf8'), project, request.hostname);
    return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}
