import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shop's server with a product feed that can change. */
export async function openFeed() {
  const feed = { url: '', type: 'text/csv', body: '', close: () => server.close() };
  const server = createServer((_request, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': feed.type }).end(feed.body);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  feed.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/products.xml`;
  return feed;
}

type Item = { shop: string; name: string; price: string };

const item = ({ shop, name, price }: Item) =>
  `<item><g:id>${name}</g:id><title>Feed ${name}</title><link>${shop}/${name}</link><g:price>${price}</g:price></item>`;

/** In the form of Google's merchant feed. */
export const googleFeed = (items: readonly Item[]) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${items.map(item).join('')}</channel></rss>`;
