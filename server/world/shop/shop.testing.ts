import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ShopServer } from './shop.server.ts';

type Received = { headers: IncomingHttpHeaders; raw: Buffer; body: Record<string, unknown> };

/** Receives webhooks, and answers with the next of the given statuses, or 200. */
export async function openWebhookReceiver(...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer(async (sent, response) => {
    const raw = Buffer.from(await text(sent));
    const isJson = (sent.headers['content-type'] ?? '').startsWith('application/json');
    received.push({ headers: sent.headers, raw, body: isJson ? JSON.parse(raw.toString()) : {} });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type ShopBrowser = ReturnType<typeof openShopBrowser>;

/** Visits a shop as a browser does: it keeps cookies, and doesn't follow redirects. */
export function openShopBrowser({ url }: ShopServer, host: string) {
  const { port } = new URL(url);
  const cookies = new Map<string, string>();
  async function send(method: string, path: string, body?: URLSearchParams | object, at = host) {
    const isForm = body instanceof URLSearchParams;
    const sent = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: {
        host: `${at}:${port}`,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      },
    });
    sent.end(body === undefined ? '' : isForm ? String(body) : JSON.stringify(body));
    const [answer] = await once(sent, 'response');
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const content = await text(answer);
    const location: string = answer.headers.location ?? '';
    return { status: Number(answer.statusCode), location, text: content };
  }
  return {
    cookies,
    get: (path: string) => send('GET', path),
    post: (path: string, fields: Record<string, string> = {}, at = host) =>
      send('POST', path, new URLSearchParams(fields), at),
    postJson: (path: string, body: object) => send('POST', path, body),
  };
}
