import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { finishesWithin } from '../deadline.ts';
import { type ConnectionLimitOptions, createConnectionLimit } from './connection.limit.ts';
import { refuseDoubledHeaders } from './doubled.headers.ts';

// The HTTP server of a node. It handles shortlinks first, without the app, and passes other requests to the app once it is
// ready.

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export type Front = {
  /** Handles shortlinks and returns true for them. */
  lane: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  app: Handle | undefined;
  /** What is missing to be ready while there is no app. */
  missing(): readonly string[];
  /** What /version answers. */
  version: object;
  /** Closes each connection after its response, so that clients reconnect elsewhere. */
  leaving: boolean;
};

export type FrontLimits = ConnectionLimitOptions & {
  /** Connections that have not sent their headers by then are closed. */
  headersWithinMs: number;
};

/** Idle connections are closed after this time. */
export const keepAliveSeconds = 65;
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
      // Node's default is to check for late headers only every 30 seconds.
      connectionsCheckingInterval: Math.min(lookForLateMs, headersWithinMs),
      keepAliveTimeout: keepAliveSeconds * 1_000,
      // A missing Host is refused below, with a message.
      requireHostHeader: false,
    },
    (request, response) => {
      // The connection was refused and closes after the response.
      if (!request.socket.writable) return;
      if (front.leaving) response.shouldKeepAlive = false;
      if (refuseDoubledHeaders(request, response)) return;
      // Shortlinks come first: a known link is never refused.
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
  if (url === '/healthz') return sendJson(response, 200, { status: 'alive' });
  if (url === '/version') return sendJson(response, 200, front.version);
  if (url === '/readyz') {
    const { code, body } = readinessAnswer(front.missing());
    return sendJson(response, code, body);
  }
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

/** The answer of /readyz. */
export function readinessAnswer(missing: readonly string[]): { code: 200 | 503; body: object } {
  if (missing.length === 0) return { code: 200, body: { status: 'ready' } };
  return { code: 503, body: { status: 'not ready', failing: missing } };
}

function sendJson(response: ServerResponse, code: number, body: object): void {
  response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** Stops accepting connections, waits for running requests, and closes the rest after the time limit. */
export async function closeFront(server: Server, withinMs: number): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  // A keep-alive connection becomes idle after its response and would keep the server running.
  const idleCheck = setInterval(() => server.closeIdleConnections(), lookForIdleMs);
  server.closeIdleConnections();
  if (!(await finishesWithin(closed, withinMs))) {
    server.closeAllConnections();
    await closed;
  }
  clearInterval(idleCheck);
}
