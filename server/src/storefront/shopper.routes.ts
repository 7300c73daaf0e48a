import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Routes } from '../platform/http/serve.ts';
import { projectOfHost, shopHeaders } from '../platform/http/shop.page.ts';
import { findCreator, storefrontsOf } from './shopper.views.ts';
import type { Site } from './shopper.values.ts';
import { creatorPage, missingPage, storefrontPage } from './storefront.pages.ts';

const mostProducts = 500;
const previewProducts = 4;
const demoPictures = new URL('../../world/art/pictures/', import.meta.url);

type Page = { status: 200 | 404; markup: string } | { movedTo: string };

async function creatorOrMissing(ctx: Context, site: Site, handle: string): Promise<Page> {
  return ctx.database.as({ role: 'public' }, async (tx) => {
    const found = await findCreator(tx, handle);
    if (!found) return { status: 404, markup: missingPage(site) };
    if ('movedTo' in found) return { movedTo: `/@${found.movedTo}` };
    return {
      status: 200,
      markup: creatorPage(site, found.creator, await storefrontsOf(tx, found.creator.id, { most: previewProducts })),
    };
  });
}

async function storefrontOrMissing(ctx: Context, site: Site, handle: string, slug: string): Promise<Page> {
  return ctx.database.as({ role: 'public' }, async (tx) => {
    const found = await findCreator(tx, handle);
    if (!found) return { status: 404, markup: missingPage(site) };
    if ('movedTo' in found) return { movedTo: `/@${found.movedTo}/${encodeURIComponent(slug)}` };
    const [storefront] = await storefrontsOf(tx, found.creator.id, { slug, most: mostProducts });
    if (!storefront) return { status: 404, markup: missingPage(site, found.creator.handle) };
    return { status: 200, markup: storefrontPage(site, found.creator, storefront) };
  });
}

/** Answers a page, or 304 to whoever holds it already; a search for it at an old name is led to the new one. */
function send(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  if ('movedTo' in page) {
    const query = request.url.indexOf('?');
    return reply
      .header('Cache-Control', 'public, max-age=300')
      .redirect(`${page.movedTo}${query === -1 ? '' : request.url.slice(query)}`, 301);
  }
  const tag = `W/"${createHash('sha256').update(page.markup).digest('base64url').slice(0, 22)}"`;
  void reply.headers({
    ...shopHeaders,
    ETag: tag,
    Vary: 'Accept-Encoding',
    'Cache-Control': page.status === 200 ? 'public, max-age=60, stale-while-revalidate=300' : 'no-cache',
  });
  if (page.status === 200 && request.headers['if-none-match'] === tag) return reply.code(304).send();
  void reply.code(page.status);
  // A whole page is a third of a millisecond to compress and a tenth of its size on a phone's line.
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(page.markup);
  return reply.header('Content-Encoding', 'gzip').send(gzipSync(page.markup));
}

const pictureTypes: Record<string, string> = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' };

/** The pictures of the demo world are few and small: they are read once, and only what was read can be asked for. */
function registerDemoPictures({ app, ctx }: Routes): void {
  if (ctx.config.production || !existsSync(demoPictures)) return;
  const pictures = new Map(readdirSync(demoPictures).map((name) => [name, readFileSync(new URL(name, demoPictures))]));
  app.get<{ Params: { file: string } }>(
    '/media/demo/:file',
    { config: { policy: 'public' } },
    async (request, reply) => {
      const { file } = request.params;
      const picture = pictures.get(file);
      const type = pictureTypes[file.split('.').at(-1) ?? ''];
      if (!picture || !type) return reply.callNotFound();
      return reply.type(type).header('Cache-Control', 'public, max-age=31536000, immutable').send(picture);
    },
  );
}

/** The storefronts that anyone may open, without script and without sign-in. */
export function registerStorefrontPages(routes: Routes): void {
  const { app, ctx } = routes;
  const siteOf = (request: FastifyRequest): Site => ({
    publicUrl: ctx.config.publicUrl,
    project: projectOfHost(request.host, ctx.config.project),
  });
  app.get<{ Params: { handle: string } }>('/@:handle', { config: { policy: 'public' } }, async (request, reply) =>
    send(request, reply, await creatorOrMissing(ctx, siteOf(request), request.params.handle)),
  );
  app.get<{ Params: { handle: string; merchant: string } }>(
    '/@:handle/:merchant',
    { config: { policy: 'public' } },
    async (request, reply) =>
      send(
        request,
        reply,
        await storefrontOrMissing(ctx, siteOf(request), request.params.handle, request.params.merchant),
      ),
  );
  registerDemoPictures(routes);
}
