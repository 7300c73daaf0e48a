import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, type Page } from '@playwright/test';
import { takePrograms } from '../server/production/guide.testing.ts';

// A small shop for the journeys of the snippet. Its pages are on other host names than the product: `www.shop.localhost`
// and `pay.shop.localhost`, which browsers resolve to this machine.

/** The texts of docs/shops/snippet.md. The journeys use each of them. */
const texts = takePrograms('snippet', 7);

/** A text of the guide that begins like this, for a portal and a domain of the tests. */
export function textOfGuide(beginning: string, portal: string): string {
  const block = texts.find((each) => each.startsWith(beginning))?.trimEnd();
  if (block === undefined) throw new Error(`the guide has no text that begins with ${beginning}`);
  return block.replaceAll('https://portal.example', portal).replaceAll('glowlab.example', 'shop.localhost');
}

/** A click id of a moment (server/src/hits/click-id.ts). */
export function clickAt(at: number): string {
  const time = Buffer.alloc(6);
  time.writeUIntBE(at, 0, 6);
  return `${time.toString('base64url')}c${randomBytes(9).toString('base64url')}A`;
}

type Post = { path: string; body: string; cookie: string };
export type SnippetShop = {
  /** An address of the shop; `host` is `www` or `pay`. */
  at(path: string, host?: string): string;
  posts: Post[];
  /** Answers to the next posts to the cart. */
  cart: { status: number; cookie?: string };
  [Symbol.asyncDispose](): Promise<void>;
};
type ShopParts = { head: string; body?: (path: string) => string };

async function receive(request: IncomingMessage, path: string): Promise<Post> {
  return { path, body: await text(request), cookie: request.headers.cookie ?? '' };
}

export async function openShop({ head, body = () => '' }: ShopParts): Promise<SnippetShop> {
  const posts: Post[] = [];
  const cart: SnippetShop['cart'] = { status: 200 };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://shop.localhost').pathname;
    if (request.method === 'POST') {
      posts.push(await receive(request, path));
      const isCart = path.endsWith('/cart/update.js');
      if (isCart && cart.cookie) response.setHeader('set-cookie', `cart=${cart.cookie}; path=/`);
      response.writeHead(isCart ? cart.status : 200, { 'content-type': 'text/html' }).end('<p>Thank you</p>');
      return;
    }
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body>${body(path)}</body></html>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    at: (path, host = 'www') => `http://${host}.shop.localhost:${port}${path}`,
    posts,
    cart,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What the browser has stored for the shop. */
export async function storedIn(page: Page) {
  const cookies = await page.context().cookies();
  const storage = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  return { cookies: cookies.map(({ name, value }) => `${name}=${value}`).toSorted(), storage };
}
/** What the snippet hands on; undefined before it has run. */
export const handedOn = (page: Page) =>
  page.evaluate(() => (window as { vitrine?: { click?(): string | null } }).vitrine?.click?.());

/** Opens a page of the shop and waits until the snippet has run. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect.poll(() => handedOn(page)).not.toBeUndefined();
}
