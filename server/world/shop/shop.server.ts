// Shops for tests and the demo, on loopback. Each has a host name of its own below *.localhost, which browsers resolve to
// this machine, and runs on one of three platforms. `POST /shops` on the address itself opens one.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Html } from '../../src/platform/http/html.ts';
import { adminRoutes } from './shop.admin.ts';
import { openShopDatabase, type ShopDatabase } from './shop.database.ts';
import { aboutPage, categoryPage, homePage, missingPage, productPage, shopStyle } from './shop.pages.ts';
import { ownRules } from './own.rules.ts';
import type { PlatformRules, ShopAnswer, ShopRoute, ShopVisit } from './shop.platform.ts';
import { addShop, findShop, listProducts, listShops, type NewShop, type ShopPlatform } from './shop.stock.ts';
import { openWebhookQueue } from './shop.webhooks.ts';
import { shopifyRules } from './shopify.rules.ts';
import { payRoutes, stripeRules } from './stripe.rules.ts';
import { wooRules } from './woocommerce.rules.ts';

export type ShopServer = { url: string; stop(): Promise<void> };
type ShopServerOptions = {
  port?: number;
  file: string;
  /** Shortens the waits between the attempts of a webhook. */
  speed?: number;
  /** The address of Vitrine, for shops that call its API themselves. */
  portal?: string;
  /** If given, these are all shops; else, others can be opened. */
  shops?: readonly NewShop[];
};

const platforms: Record<ShopPlatform, PlatformRules> = {
  shopify: shopifyRules,
  woocommerce: wooRules,
  stripe: stripeRules,
  own: ownRules,
};

type Compiled = { method: string; pattern: URLPattern; answer: ShopRoute[2] };

function compile(routes: readonly ShopRoute[]): Compiled[] {
  return routes.map(([method, pathname, answer]) => ({ method, pattern: new URLPattern({ pathname }), answer }));
}

function routesOf(rules: PlatformRules): ShopRoute[] {
  const product = rules.paths.product({ handle: ':handle' } as Parameters<typeof rules.paths.product>[0]);
  return [
    ...rules.routes,
    ...(rules.connect === null ? [] : adminRoutes(rules)),
    ['GET', '/', (visit) => ({ body: homePage(visit, rules) })],
    ['GET', rules.paths.category, (visit) => ({ body: categoryPage(visit, rules) })],
    ['GET', rules.paths.about, (visit) => ({ body: aboutPage(visit, rules) })],
    ['GET', product, (visit) => answerOf(productPage(visit, rules), visit, rules)],
  ];
}

function answerOf(page: string | undefined, visit: ShopVisit, rules: PlatformRules): ShopAnswer {
  return page === undefined ? { status: 404, body: missingPage(visit, rules) } : { body: page };
}

const routes = new Map(Object.values(platforms).map((rules) => [rules, compile(routesOf(rules))]));
const paying = compile(payRoutes);

const pictures = new URL('../art/pictures/', import.meta.url);

async function pictureAnswer(name: string): Promise<ShopAnswer> {
  const isName = /^[a-z0-9-]+\.webp$/.test(name);
  const body = isName ? await readFile(new URL(name, pictures)).catch(() => undefined) : undefined;
  return body ? { type: 'image/webp', body } : { status: 404, type: 'text/plain', body: 'There is no such picture.' };
}

async function answerVisit(visit: ShopVisit, method: string, isPaying: boolean): Promise<ShopAnswer> {
  const rules = platforms[visit.shop.platform];
  if (visit.url.pathname === '/shop.css') return { type: 'text/css', body: shopStyle };
  if (visit.url.pathname.startsWith('/pictures/')) return pictureAnswer(visit.url.pathname.slice('/pictures/'.length));
  for (const { method: wanted, pattern, answer } of isPaying ? paying : (routes.get(rules) ?? [])) {
    const match = wanted === method ? pattern.exec({ pathname: visit.url.pathname }) : null;
    if (match) return answer({ ...visit, params: match.pathname.groups });
  }
  return { status: 404, body: missingPage(visit, rules) };
}

function cookiesIn(header = ''): Map<string, string> {
  const pairs = header.split('; ').map((pair) => pair.split(/=(.*)/s));
  return new Map(pairs.map(([name = '', value = '']) => [name, value]));
}

function write(response: ServerResponse, { status = 200, body = '', type, location, cookies = [] }: ShopAnswer): void {
  const isText = typeof body === 'string' || body instanceof Html;
  if (body instanceof Uint8Array) {
    response.setHeader('content-type', type ?? 'application/octet-stream');
    response.setHeader('cache-control', 'max-age=3600');
    response.writeHead(status).end(body);
    return;
  }
  const content = isText ? String(body) : JSON.stringify(body);
  const kind = type ?? (isText ? 'text/html' : 'application/json');
  response.setHeader('content-type', `${kind}; charset=utf-8`);
  // A page after a change must never be an older one from the cache.
  response.setHeader('cache-control', 'no-store');
  if (location !== undefined) response.setHeader('location', location);
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.writeHead(status).end(content);
}

/** The first page of a visit, which Shopify and WooCommerce both note with an order. */
function landingCookie({ cookies, url }: ShopVisit, method: string, { body, type }: ShopAnswer): string[] {
  const isOwners = url.pathname.startsWith('/admin');
  const isPage = method === 'GET' && type === undefined && typeof body === 'string' && !isOwners;
  if (!isPage || cookies.has('_landing_page')) return [];
  return [`_landing_page=${encodeURIComponent(url.pathname + url.search)}; Path=/; SameSite=Lax`];
}

type Sent = { method: string; host: string; raw: string; isJson: boolean };

async function readRequest(request: IncomingMessage): Promise<Sent> {
  const raw = await text(request);
  return {
    method: request.method ?? 'GET',
    host: request.headers.host ?? '',
    raw,
    isJson: raw !== '' && (request.headers['content-type'] ?? '').startsWith('application/json'),
  };
}

/** Opens a shop, and says where its products are: what its owner uploads as a catalog. */
function openShopFor(database: ShopDatabase, port: number, wanted: NewShop) {
  const shop = addShop(database, wanted);
  const { paths } = platforms[shop.platform];
  const url = `http://${shop.host}:${port}`;
  const rows = listProducts(database, shop).map((product) => {
    const cells = [product.sku, product.title, `${url}${paths.product(product)}`, (product.price / 100).toFixed(2)];
    return cells.join(',');
  });
  return { url, catalog: ['sku,title,url,price', ...rows].join('\n') };
}

export async function startShops({
  port: wantedPort = 0,
  file,
  speed = 1,
  portal = '',
  shops: fixed,
}: ShopServerOptions): Promise<ShopServer> {
  const database = openShopDatabase(file);
  for (const shop of fixed ?? []) if (!findShop(database, shop.host)) addShop(database, shop);
  const queue = openWebhookQueue(database, platforms, speed);
  const server = createServer(async (request, response) => {
    try {
      await answerRequest(request, response);
    } catch (error) {
      write(response, {
        status: 500,
        type: 'text/plain',
        body: error instanceof Error ? error.message : String(error),
      });
    }
  });

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, host, raw, isJson } = await readRequest(request);
    const origin = `http://${host}`;
    const url = new URL(request.url ?? '/', origin);
    const shop = findShop(database, url.hostname.replace(/^pay\./, ''));
    if (!shop) {
      const port = Number(url.port);
      const isNew = fixed === undefined && method === 'POST' && url.pathname === '/shops';
      const shops = listShops(database).map(({ host: name, platform }) => ({
        url: `http://${name}:${port}`,
        platform,
      }));
      return write(response, { body: isNew ? openShopFor(database, port, JSON.parse(raw)) : shops });
    }
    const visit: ShopVisit = {
      database,
      queue,
      portal,
      shop,
      origin,
      url,
      params: {},
      cookies: cookiesIn(request.headers.cookie),
      form: new URLSearchParams(isJson ? '' : raw),
      json: isJson ? JSON.parse(raw) : undefined,
    };
    const answer = await answerVisit(visit, method, url.hostname.startsWith('pay.'));
    const landing = landingCookie(visit, method, answer);
    write(response, { ...answer, cookies: [...(answer.cookies ?? []), ...landing] });
  }

  server.listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await queue.stop();
      database.close();
    },
  };
}
