import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhookEndpoint, listOutgoingDeliveries } from '@vitrine/contract/webhooks.ts';
import type { SubscribedEvent } from '@vitrine/contract/webhooks.events.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import type { World } from '../../world/world.ts';

/** A request as a receiver got it. */
export type ReceivedWebhook = { headers: IncomingHttpHeaders; body: string };

export type Receiver = {
  url: string;
  received: ReceivedWebhook[];
  /** The types of the events, in the order in which they came. */
  types(): string[];
  /** What it answers from now on. */
  answer: (response: ServerResponse, received: ReceivedWebhook) => void;
  /** Resolves when that many requests have come. */
  got(count: number): Promise<void>;
  close(): void;
};

/** A server on loopback that receives webhooks, and answers 204 unless told otherwise. */
export async function openReceiver(): Promise<Receiver> {
  const waiting: { count: number; resolve: () => void }[] = [];
  const receiver: Receiver = {
    url: '',
    received: [],
    types: () => receiver.received.map(({ body }) => String(JSON.parse(body).type)),
    answer: (response) => response.writeHead(204).end(),
    got: (count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (receiver.received.length >= count) resolve();
      else waiting.push({ count, resolve });
      return promise;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const received = { headers: request.headers, body };
      const count = receiver.received.push(received);
      receiver.answer(response, received);
      for (const each of waiting) if (count >= each.count) each.resolve();
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return receiver;
}

/** Lets a world send to loopback, as development does. */
export function allowLoopback(world: World): void {
  world.ctx.config.outbound.loopback = true;
}

/** Creates an endpoint as the staff of a brand. */
export async function openEndpoint(staff: Client, merchant: string, url: string, events: SubscribedEvent[]) {
  const made = granted(await staff.call(createWebhookEndpoint, { params: { merchant }, body: { url, events } }));
  return { ...made, params: { merchant, endpoint_id: made.endpoint.id } };
}

export async function sentTo(staff: Client, params: { merchant: string; endpoint_id: string }) {
  return granted(await staff.call(listOutgoingDeliveries, { params, query: { limit: 100 } }));
}
