import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';

// Mozilla's push service (autopush) for one Firefox. The browser connects by WebSocket and gets an address for each of its
// subscriptions. What is posted there (RFC 8030) is passed on to the browser, still encrypted.

type Message =
  | { messageType: 'hello'; uaid?: string }
  | { messageType: 'register'; channelID: string; key: string }
  | { messageType: 'unregister'; channelID: string }
  | { messageType: 'ack' | 'nack' };

function sendTo(socket: WebSocket, message: object): void {
  socket.send(JSON.stringify(message));
}

export async function openAutopush() {
  /** The keys of the senders, by channel. */
  const subscriptions = new Map<string, string>();
  const answers: number[] = [];
  let browser: WebSocket | undefined;
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const answer = (socket: WebSocket, message: Message): void => {
    const { messageType } = message;
    if (messageType === 'hello')
      return sendTo(socket, { messageType, status: 200, uaid: message.uaid ?? randomUUID(), use_webpush: true });
    if (messageType === 'register') {
      subscriptions.set(message.channelID, message.key.replace(/=+$/, ''));
      const pushEndpoint = `http://${host}/${message.channelID}`;
      return sendTo(socket, { messageType, status: 200, channelID: message.channelID, pushEndpoint });
    }
    if (messageType === 'unregister') {
      subscriptions.delete(message.channelID);
      sendTo(socket, { messageType, status: 200, channelID: message.channelID });
    }
  };

  /** Passes on what the sender with the key of the subscription posts. */
  const receive = async (request: IncomingMessage): Promise<number> => {
    const data = await buffer(request);
    const channelID = (request.url ?? '').slice(1);
    const key = subscriptions.get(channelID);
    if (key === undefined || !browser) return 410;
    if (!request.headers.authorization?.endsWith(`k=${key}`)) return 403;
    const headers = { encoding: request.headers['content-encoding'] };
    const version = randomUUID();
    sendTo(browser, { messageType: 'notification', channelID, version, headers, data: data.toString('base64url') });
    return 201;
  };

  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const status = await receive(request);
    answers.push(status);
    response.writeHead(status).end();
  });
  new WebSocketServer({ server }).on('connection', (socket) => {
    browser = socket;
    socket.on('message', (data: Buffer) => answer(socket, JSON.parse(data.toString())));
  });
  return {
    url: `ws://${host}/`,
    /** How many subscriptions the browser has. */
    count: () => subscriptions.size,
    /** What the posts were answered with. */
    answers,
    close() {
      browser?.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Autopush = Awaited<ReturnType<typeof openAutopush>>;
