import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { finishesWithin } from '../deadline.ts';
import { type ConnectionLimitOptions, createConnectionLimit } from './connection.limit.ts';
import { refuseDoubledHeaders } from './doubled.headers.ts';

// The one socket of a node. Shortlinks come first and past everything else, then the app, once it exists.

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export type Front = {
  /** Answers what it knows and returns true. */
  lane: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  app: Handle | undefined;
  /** Readiness as long as there is no app. */
  isReady(): boolean;
  /** Every answer is its connection's last one, so that clients go elsewhere. */
  leaving: boolean;
};

export type FrontLimits = ConnectionLimitOptions & {
  /** A connection that has not sent its headers by then is closed. */
  headersWithinMs: number;
};

const lookForIdleMs = 50;
const lookForLateMs = 1_000;

export function createFront(front: Front, limits: FrontLimits): Server {
  const { headersWithinMs } = limits;
  const connections = createConnectionLimit(limits);
  const server = createServer(
    {
      maxHeaderSize: 16_384,
      requestTimeout: 30_000,
      headersTimeout: headersWithinMs,
      // Node looks for late headers every 30 seconds unless it is told otherwise.
      connectionsCheckingInterval: Math.min(lookForLateMs, headersWithinMs),
      keepAliveTimeout: 65_000,
      // A missing Host is refused below, with words.
      requireHostHeader: false,
    },
    (request, response) => {
      // The connection was refused, and closes as soon as the refusal is sent.
      if (!request.socket.writable) return;
      if (front.leaving) response.shouldKeepAlive = false;
      if (refuseDoubledHeaders(request, response)) return;
      // Shortlinks come first: a known link is never refused, and its answer holds nothing open.
      if (front.lane?.(request, response)) return;
      if (!connections.admitRequest(request, response)) return;
      if (front.app) front.app(request, response);
      else answerWithoutApp(front, request, response);
    },
  );
  server.maxConnections = 10_000;
  server.on('connection', connections.admitConnection);
  return server;
}

function answerWithoutApp(front: Front, { url }: IncomingMessage, response: ServerResponse): void {
  if (url === '/healthz') return sendStatus(response, 200, 'alive');
  if (url === '/readyz' && front.isReady()) return sendStatus(response, 200, 'ready');
  if (url === '/readyz') return sendStatus(response, 503, 'not ready');
  response.writeHead(503, { 'Content-Type': 'application/problem+json', 'Retry-After': '2' });
  response.end(
    JSON.stringify({
      type: '/docs#busy',
      title: 'The server is busy; try again shortly',
      status: 503,
      code: 'busy',
      message: 'The database is not available yet',
    }),
  );
}

function sendStatus(response: ServerResponse, code: number, status: string): void {
  response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify({ status }));
}

/** Takes no more connections, lets requests under way finish for so long, and cuts what is left. */
export async function closeFront(server: Server, withinMs: number): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  // A client that keeps its connection becomes idle with its answer, and would hold the server open.
  const letGo = setInterval(() => server.closeIdleConnections(), lookForIdleMs);
  server.closeIdleConnections();
  if (!(await finishesWithin(closed, withinMs))) {
    server.closeAllConnections();
    await closed;
  }
  clearInterval(letGo);
}
