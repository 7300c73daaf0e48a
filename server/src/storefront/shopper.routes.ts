import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusOfTakedown } from '@vitrine/contract/values/takedown-categories.ts';
import type { Context } from '../context.ts';
import { hasStoppedAccount } from '../creators/creators.access.ts';
import type { PublicTakedown } from '../platform/http/takedown.notice.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Routes } from '../platform/http/serve.ts';
import { formHeaders, shopHeaders } from '../platform/http/shop.page.ts';
import { variantOfHost } from '../platform/variants/variants.ts';
import { openDraft } from './appearance.draft.ts';
import { registerShopperMedia } from './shopper.media.ts';
import { shopperProducts, type ProductPage } from './shopper.products.views.ts';
import { findCreator, shelvesOf, type ShopperStorefront, shopperStorefront, takedownOf } from './shopper.views.ts';
import type { Site } from './shopper.values.ts';
import { readSearch, searchShopperProducts, type ShopperSearch } from './shopper.search.views.ts';
import {
  creatorPage,
  missingStorefrontPage,
  type ShownPage,
  storefrontPage,
  takenDownPage,
  unavailablePage,
} from './storefront.pages.ts';
import { registerSitemap } from './sitemap.routes.ts';
import { createViewRecorder } from './views.recorder.ts';

const productsOnPage = 96;
const previewProducts = 4;
const demoPictures = new URL('../../world/art/pictures/', import.meta.url);

/**
 * `viewed`: the account whose view is counted. `emptyOf`: whose products or storefront the page lacks, maybe because an
 * account is not active.
 */
type Page =
  | {
      status: 200 | 404 | 410 | 451;
      markup: string;
      viewed?: string;
      emptyOf?: { creatorId: string; slug?: string };
    }
  | { movedTo: string };

function takenDown(site: Site, thing: 'page' | 'storefront', takedown: PublicTakedown): Page {
  return { status: statusOfTakedown(takedown.category), markup: takenDownPage(site, thing, takedown) };
}

const unavailable = (site: Site): Page => ({ status: 404, markup: unavailablePage(site) });

/** Shoppers can't see accounts that are not active, so whether there are any is read as their creator. */
async function orUnavailable(ctx: Context, site: Site, page: Page): Promise<Page> {
  if ('movedTo' in page || page.emptyOf === undefined) return page;
  return (await hasStoppedAccount(ctx, page.emptyOf)) ? unavailable(site) : page;
}

async function creatorOrMissing(ctx: Context, site: Site, handle: string): Promise<Page> {
  const page = await ctx.database.as({ role: 'public' }, async (tx): Promise<Page> => {
    const found = await findCreator(tx, handle);
    if (!found) return { status: 404, markup: missingStorefrontPage(site) };
    if ('movedTo' in found) return { movedTo: `/@${found.movedTo}` };
    const takedown = await takedownOf(tx, 'creator', found.creator.id);
    if (takedown) return takenDown(site, 'page', takedown);
    const shelves = await shelvesOf(tx, found.creator.id, previewProducts);
    const isEmpty = shelves.every(({ total }) => total === 0);
    if (isEmpty && shelves.some(({ pause }) => pause !== null)) return unavailable(site);
    return {
      status: 200,
      markup: creatorPage(site, found.creator, shelves),
      ...(isEmpty && { emptyOf: { creatorId: found.creator.id } }),
    };
  });
  return orUnavailable(ctx, site, page);
}

type StorefrontAddress = {
  handle: string;
  slug: string;
  after?: string;
  draft?: string;
  search?: ShopperSearch | undefined;
  isPreview: boolean;
};

const codeShape = /^[\w-]{1,64}$/;

/** The products after a code; from the first one if the code is unknown or nothing follows. */
async function productsAfter(tx: Tx, accountId: string, after: string | undefined) {
  const read = async (code: string | undefined): Promise<ProductPage & { after: string | undefined }> => ({
    ...(await shopperProducts(tx, accountId, { after: code, most: productsOnPage })),
    after: code,
  });
  if (after === undefined || !codeShape.test(after)) return read(undefined);
  const shown = await read(after);
  return shown.sections.length > 0 ? shown : read(undefined);
}

/** What the address asks for. A brand that is paused shows no products. */
async function productsAt(
  tx: Tx,
  { accountId, pause }: ShopperStorefront,
  { after, search }: StorefrontAddress,
): Promise<Omit<ShownPage, 'isPreview'>> {
  if (pause !== null) return { sections: [], next: undefined, after: undefined };
  if (search === undefined) return productsAfter(tx, accountId, after);
  const from = after !== undefined && codeShape.test(after) ? after : undefined;
  return { ...(await searchShopperProducts(tx, accountId, search, { after: from, most: productsOnPage })), search };
}

async function storefrontOrMissing(ctx: Context, site: Site, address: StorefrontAddress): Promise<Page> {
  const { handle, slug, draft, isPreview } = address;
  const page = await ctx.database.as({ role: 'public' }, async (tx): Promise<Page> => {
    const found = await findCreator(tx, handle);
    if (!found) return { status: 404, markup: missingStorefrontPage(site) };
    if ('movedTo' in found) return { movedTo: `/@${found.movedTo}/${encodeURIComponent(slug)}` };
    const { id: creatorId, handle: current } = found.creator;
    const storefront = await shopperStorefront(tx, creatorId, slug);
    if (!storefront) return { status: 404, markup: missingStorefrontPage(site, current), emptyOf: { creatorId, slug } };
    const takedown =
      (await takedownOf(tx, 'creator', creatorId)) ?? (await takedownOf(tx, 'storefront', storefront.accountId));
    if (takedown) return takenDown(site, 'storefront', takedown);
    const wanted = draft === undefined ? undefined : openDraft(ctx, storefront.accountId, draft);
    const drafted = wanted === undefined ? storefront : { ...storefront, ...wanted, look: wanted };
    const shown = await productsAt(tx, storefront, address);
    const markup = storefrontPage(site, found.creator, drafted, { ...shown, isPreview });
    // The further pages of one visit are no further views.
    return { status: 200, markup, ...(shown.after === undefined && { viewed: storefront.accountId }) };
  });
  return orUnavailable(ctx, site, page);
}

/** An address below a storefront; always a 404. */
async function nothingBelow(ctx: Context, site: Site, handle: string): Promise<Page> {
  const found = await ctx.database.as({ role: 'public' }, (tx) => findCreator(tx, handle));
  const known = found && 'creator' in found ? found.creator.handle : found?.movedTo;
  return { status: 404, markup: missingStorefrontPage(site, known) };
}

/** Whether the browser was on this page before, as far as it says so. */
function cameFrom({ headers, host, url }: FastifyRequest): boolean {
  const from = URL.parse(headers.referer ?? '');
  return from !== null && from.host === host && from.pathname === url.split('?', 1)[0];
}

/** Sends a page, a 304 if the browser has it already, or a redirect from an old handle. */
function send(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  if ('movedTo' in page) {
    const query = request.url.indexOf('?');
    return reply
      .header('Cache-Control', 'public, max-age=300')
      .redirect(`${page.movedTo}${query === -1 ? '' : request.url.slice(query)}`, 301);
  }
  const tag = `W/"${createHash('sha256').update(page.markup).digest('base64url').slice(0, 22)}"`;
  void reply.headers({
    ...formHeaders,
    ETag: tag,
    Vary: 'Accept-Encoding',
    // A shared cache would answer instead of us, and the view would not be counted. Browsers ask each time, because a
    // page that was taken down must not be shown from a cache; the ETag saves sending it again.
    'Cache-Control': page.status === 200 ? 'private, no-cache' : 'no-cache',
  });
  if (page.status === 200 && request.headers['if-none-match'] === tag) return reply.code(304).send();
  void reply.code(page.status);
  // Compressing a page takes about 0.3 ms and reduces it to a tenth.
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(page.markup);
  return reply.header('Content-Encoding', 'gzip').send(gzipSync(page.markup));
}

/** The page as its creator previews it in the portal: the only page that may be framed, and only by the portal. */
function sendPreview(reply: FastifyReply, page: Page): FastifyReply {
  if ('movedTo' in page) return reply.redirect(`${page.movedTo}/preview`, 302);
  return reply
    .code(page.status)
    .headers({
      ...shopHeaders,
      'Content-Security-Policy': shopHeaders['Content-Security-Policy'].replace(
        "frame-ancestors 'none'",
        "frame-ancestors 'self'",
      ),
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Robots-Tag': 'noindex',
      'Cache-Control': 'no-store',
    })
    .send(page.markup);
}

const pictureTypes: Record<string, string> = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' };

/** The few demo pictures are read once; only these can be requested. */
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
      // Like uploaded pictures, they are also shown on the hosts of other variants.
      void reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      return reply.type(type).header('Cache-Control', 'public, max-age=31536000, immutable').send(picture);
    },
  );
}

/** The public storefronts, without scripts or login. */
export function registerStorefrontPages(routes: Routes): void {
  const { app, ctx } = routes;
  const views = createViewRecorder(ctx);
  app.addHook('onClose', () => views.stop());
  const siteOf = (request: FastifyRequest): Site => ({
    publicUrl: ctx.config.publicUrl,
    variants: ctx.config.variants,
    called: variantOfHost(ctx.config.variants, request.host),
  });
  app.get<{ Params: { handle: string } }>('/@:handle', { config: { policy: 'public' } }, async (request, reply) =>
    send(request, reply, await creatorOrMissing(ctx, siteOf(request), request.params.handle)),
  );
  app.get<{
    Params: { handle: string; merchant: string };
    Querystring: { after?: unknown; q?: unknown; sort?: unknown };
  }>('/@:handle/:merchant', { config: { policy: 'public' } }, async (request, reply) => {
    const { handle, merchant: slug } = request.params;
    const { after } = request.query;
    const search = readSearch(request.query);
    const address = { handle, slug, search, isPreview: false, ...(typeof after === 'string' && { after }) };
    const page = await storefrontOrMissing(ctx, siteOf(request), address);
    const isSameVisit = search !== undefined && cameFrom(request);
    if ('viewed' in page && page.viewed && !isSameVisit) views.record(page.viewed, request);
    return send(request, reply, page);
  });
  app.get<{ Params: { handle: string } }>(
    '/@:handle/:merchant/*',
    { config: { policy: 'public' } },
    async (request, reply) => send(request, reply, await nothingBelow(ctx, siteOf(request), request.params.handle)),
  );
  app.get<{ Params: { handle: string; merchant: string }; Querystring: { draft?: unknown } }>(
    '/@:handle/:merchant/preview',
    { config: { policy: 'public' } },
    async (request, reply) => {
      const { handle, merchant: slug } = request.params;
      const { draft } = request.query;
      const address = { handle, slug, isPreview: true, ...(typeof draft === 'string' && { draft }) };
      return sendPreview(reply, await storefrontOrMissing(ctx, siteOf(request), address));
    },
  );
  registerShopperMedia(routes);
  registerSitemap(routes);
  registerDemoPictures(routes);
}
