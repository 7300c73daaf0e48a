import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from './client.network.ts';
import type { Proxies } from './proxies.ts';

// Limits the open connections of a client, so that no client can use up all connections of a node. A trusted proxy has
// connections for many clients, so there the requests in progress are counted, for the client in X-Forwarded-For.

export type ConnectionLimitOptions = {
  proxies: Proxies;
  mostPerClient: number;
  onRefused(client: string): void;
};

export type ConnectionLimit = {
  /** Counts a new connection, or responds with a 429 and closes it. */
  admitConnection(socket: Socket): void;
  /** Counts a request that came through a trusted proxy; false if it was refused with a 429. */
  admitRequest(request: IncomingMessage, response: ServerResponse): boolean;
};

export function createConnectionLimit({ proxies, mostPerClient, onRefused }: ConnectionLimitOptions): ConnectionLimit {
  const held = new Map<string, number>();
  const body = refusalBody(mostPerClient);

  const take = (client: string): boolean => {
    const count = held.get(client) ?? 0;
    if (count >= mostPerClient) {
      onRefused(client);
      return false;
    }
    held.set(client, count + 1);
    return true;
  };

  const release = (client: string): void => {
    const count = held.get(client) ?? 0;
    if (count > 1) held.set(client, count - 1);
    else held.delete(client);
  };

  return {
    admitConnection(socket) {
      const address = socket.remoteAddress;
      // The connection is already closed.
      if (address === undefined) return void socket.destroy();
      if (proxies.trusts(address)) return undefined;
      const client = clientNetwork(address);
      if (take(client)) socket.once('close', () => release(client));
      else {
        socket.write(rawRefusal(body));
        socket.destroySoon();
      }
      return undefined;
    },
    admitRequest(request, response) {
      const address = request.socket.remoteAddress ?? '';
      if (!proxies.trusts(address)) return true;
      const named = proxies.clientOf(request);
      // Without X-Forwarded-For, the proxy itself is the client.
      if (proxies.trusts(named)) return true;
      const client = clientNetwork(named);
      if (take(client)) {
        response.once('close', () => release(client));
        return true;
      }
      response.writeHead(429, { ...refusalHeaders, Connection: 'close' }).end(body);
      return false;
    },
  };
}

const refusalHeaders = { 'Content-Type': 'application/problem+json', 'Retry-After': '10' };

function refusalBody(mostPerClient: number): string {
  const message = `Your IP address can have at most ${mostPerClient} open connections. Close some and try again.`;
  return JSON.stringify({
    type: '/docs#rate_limited',
    title: 'Too many requests',
    status: 429,
    code: 'rate_limited',
    message,
    detail: message,
  });
}

function rawRefusal(body: string): string {
  const headers = { ...refusalHeaders, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 429 Too Many Requests\r\n${lines.join('')}\r\n${body}`;
}
