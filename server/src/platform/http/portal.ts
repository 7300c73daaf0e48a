import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { hasBrowserMark } from '../browser.mark.ts';
import { Refusal } from '../refusal.ts';
import { sendProblem } from './problems.ts';
import { withPictures } from './security.ts';

const webFolder = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));
const assetsFolder = fileURLToPath(new URL('../../../assets/', import.meta.url));

/** What the server serves itself; every other address is the portal's, which knows its own pages. */
const notPages = /^\/(api|s|assets|app-assets|media)(\/|$)|^\/@/;

/** A static page that does not exist is not found for crawlers too; the portal tells people (S01). */
export function isUnknownPage(url: string): boolean {
  const slug = /^\/pages\/([^/?#]+)/.exec(url)?.[1];
  return slug !== undefined && !Object.hasOwn(legalVersions, slug);
}

/** The portal's one page, naming its variant: `beauty.…` by host name, else the one that PROJECT sets (S24). */
function portalPage(index: string, project: string, hostname: string): string {
  const variant = hostname.startsWith('beauty.') ? 'beauty' : project;
  return variant === 'general'
    ? index
    : index.replace('<html lang="en">', `<html lang="en" data-project="${variant}">`);
}

type Ahead = { pattern: RegExp; links: string }[];

/** For each page, the files that it needs beside those that the document names: `ahead.json` of the build. */
function readAhead(json: string, index: string): Ahead {
  const pages: { path: string; files: string[] }[] = JSON.parse(json);
  return pages.map(({ path, files }) => ({
    pattern: new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
    links: files
      .filter((name) => !index.includes(name))
      .map((name) =>
        name.endsWith('.css')
          ? `<link rel="preload" as="style" href="/${name}" crossorigin>`
          : `<link rel="modulepreload" href="/${name}" crossorigin>`,
      )
      .join(''),
  }));
}

type Document = { index: string; ahead: Ahead; source: string };

/** Reads the document of the build anew each time, for a build may have replaced it and the files it names. */
async function readDocument(last: Document | undefined): Promise<Document> {
  const [index, json] = await Promise.all([
    readFile(`${webFolder}index.html`, 'utf8'),
    readFile(`${webFolder}ahead.json`, 'utf8'),
  ]);
  const source = `${index}${json}`;
  if (last?.source === source) return last;
  return { index, ahead: readAhead(json, index), source };
}

/**
 * Names a page's files in the document for browsers that have been signed in before (they carry the mark, which
 * authenticates nothing): anyone else will most likely be led to the login first.
 */
function nameAhead(page: string, ahead: Ahead, request: FastifyRequest): string {
  if (!hasBrowserMark(request.headers.cookie)) return page;
  const [pathname = ''] = request.url.split('?', 1);
  const found = ahead.find(({ pattern }) => pattern.test(pathname));
  return found ? page.replace('</head>', `${found.links}</head>`) : page;
}

/** Serves the built portal and the files of shoppers' pages. Built files carry their hash in their name and never change. */
export async function servePortal(
  app: FastifyInstance,
  project: string,
  pictureOrigins: () => Promise<readonly string[]>,
): Promise<void> {
  await app.register(fastifyStatic, { root: assetsFolder, prefix: '/assets/', maxAge: 3_600_000, acceptRanges: false });
  const built = existsSync(`${webFolder}index.html`);
  if (built) {
    const root = `${webFolder}app-assets`;
    await app.register(fastifyStatic, {
      root,
      prefix: '/app-assets/',
      decorateReply: false,
      acceptRanges: false,
      immutable: true,
      maxAge: 31_536_000_000,
      preCompressed: true,
    });
  }
  let document: Document | undefined;
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !notPages.test(request.url);
    if (!isPage || !built) return sendProblem(new Refusal('not_found'), request, reply);
    document = await readDocument(document);
    const { index, ahead } = document;
    const page = nameAhead(portalPage(index, project, request.hostname), ahead, request);
    const policy = String(reply.getHeader('Content-Security-Policy') ?? '');
    return reply
      .code(isUnknownPage(request.url) ? 404 : 200)
      .header('Content-Security-Policy', withPictures(policy, await pictureOrigins()))
      .header('Cache-Control', 'no-cache')
      .header('Vary', 'Cookie')
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
