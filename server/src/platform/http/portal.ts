import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { hasBrowserMark } from '../browser.mark.ts';
import { Refusal } from '../refusal.ts';
import { styles } from '../variants/variant.styles.ts';
import { type Variant, type Variants, variantOfHost } from '../variants/variants.ts';
import { html } from './html.ts';
import { manifestPath, serveManifest } from './manifest.ts';
import { sendProblem } from './problems.ts';
import { withPictures } from './security.ts';
import { serveVariantSheets, variantSheetPath } from './variant.sheet.ts';

const webFolder = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));
const assetsFolder = fileURLToPath(new URL('../../../assets/', import.meta.url));

/** Paths that the server serves itself; all others belong to the portal, which knows its own pages. */
const notPages = /^\/(api|s|assets|app-assets|media|variants)(\/|$)|^\/@/;

/** A missing static page is a 404 for crawlers too; the portal shows it to users (S01). */
export function isUnknownPage(url: string): boolean {
  const slug = /^\/pages\/([^/?#]+)/.exec(url)?.[1];
  return slug !== undefined && !Object.hasOwn(legalVersions, slug);
}

/** What the portal's code needs of its variant (web/src/theme/variant.ts). */
function describe({ key, name, manageLabel, privacyUrl, termsUrl }: Variant): string {
  return JSON.stringify({ key, name, manageLabel, privacyUrl, termsUrl });
}

/** The portal's HTML with its variant (S24): name, labels and legal pages in one element, colors in a style sheet. */
function portalPage(index: string, variant: Variant): string {
  const { colors, key, name, style } = variant;
  const sheet = variantSheetPath(variant);
  const facts = html`<meta name="variant" content="${describe(variant)}"><link rel="manifest" href="${manifestPath}">${sheet !== undefined && html`<link rel="stylesheet" href="${sheet}">`}`;
  // Functions, because a text may contain $&, which means something in a replacement.
  return index
    .replace('<html lang="en">', () => html`<html lang="en" data-project="${key}" data-look="${style}">`.toString())
    .replace('<title>Vitrine</title>', () => html`<title>${name}</title>`.toString())
    .replace('Vitrine needs JavaScript', () => html`${name} needs JavaScript`.toString())
    .replace(styles.soft.colors.light.paper, colors.light.paper)
    .replace(styles.soft.colors.dark.paper, colors.dark.paper)
    .replace('</head>', () => `${facts.toString()}</head>`);
}

type Ahead = { pattern: RegExp; links: string }[];

/** The files that each page needs beyond those in the document: `ahead.json` of the build. */
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

/** Reads the build's document each time, because a build may have replaced it and the files it names. */
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
 * Preloads a page's files for browsers that have logged in before (they have the browser mark, which authenticates
 * nobody): all others will most likely be redirected to the login first.
 */
function nameAhead(page: string, ahead: Ahead, request: FastifyRequest): string {
  if (!hasBrowserMark(request.headers.cookie)) return page;
  const [pathname = ''] = request.url.split('?', 1);
  const found = ahead.find(({ pattern }) => pattern.test(pathname));
  return found ? page.replace('</head>', `${found.links}</head>`) : page;
}

/** Serves the built portal and the files of shopper pages. Built files have a hash in their name and never change. */
export async function servePortal(
  app: FastifyInstance,
  variants: Variants,
  pictureOrigins: () => Promise<readonly string[]>,
): Promise<void> {
  await app.register(fastifyStatic, { root: assetsFolder, prefix: '/assets/', maxAge: 3_600_000, acceptRanges: false });
  serveVariantSheets(app, variants);
  serveManifest(app, variants);
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
    const page = nameAhead(portalPage(index, variantOfHost(variants, request.host)), ahead, request);
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
