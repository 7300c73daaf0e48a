import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { login } from '@vitrine/contract/passwords.ts';
import { type App, createApp } from '../src/app.ts';
import type { Context } from '../src/context.ts';
import { type Redirector, startRedirector } from '../src/redirector.ts';
import { movableClock } from '../src/platform/clock.ts';
import { tasksOf } from '../src/tasks.ts';
import { type Client, client } from './client.ts';
import { demoPassword } from './people.ts';
import { granted } from './shelves.ts';

/** The server with a clock that can be moved, so that the demo's past is created through the real API. */
export type Timeline = {
  ctx: Context;
  now(): Date;
  moveTo(at: Date): void;
  signIn(email: string): Promise<Client>;
  /** The API with a session's token or a shop's key. */
  withToken(token: string): Client;
  anonymous: Client;
  /** Follows a shortlink; returns the click id that the shop would receive. */
  follow(shortUrl: string, headers: Record<string, string>): Promise<string | undefined>;
  /** Opens a page as a shopper's browser would; throws unless it is a 200. */
  look(path: string, headers: Record<string, string>): Promise<void>;
  /** Waits until every click is in the database. */
  drain(): Promise<void>;
  /** Brings all figures up to date and runs all due jobs. */
  catchUp(): Promise<void>;
  /** Looks for patterns of fraud, which reads all of the season so far. */
  reviewFraud(): Promise<void>;
  stop(): Promise<void>;
};

/** How long a session is used again: shorter than any ends. */
const sessionMs = 6 * 3_600_000;

async function openLane(redirector: Redirector): Promise<{ server: Server; origin: string }> {
  // It never ends an idle connection: on a slow machine that could be the moment when the next click is sent on it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (!redirector.lane(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function follow(origin: string, shortUrl: string, headers: Record<string, string>): Promise<string | undefined> {
  const answer = await fetch(new URL(new URL(shortUrl).pathname, origin), { redirect: 'manual', headers });
  await answer.arrayBuffer();
  if (answer.status !== 302) throw new Error(`${shortUrl} answered ${answer.status}`);
  return new URL(answer.headers.get('location') ?? '').searchParams.get('vt_click') ?? undefined;
}

export async function openTimeline(present: Context, start: Date): Promise<Timeline> {
  const clock = movableClock(start);
  const dataDir = join(present.config.dataDir, 'demo-timeline');
  const redirector = await startRedirector({
    dataDir,
    nodeId: 'demo',
    publicUrl: present.config.publicUrl,
    variants: present.config.variants,
    trustProxy: ['127.0.0.1'],
    pg: { url: present.database.url },
    browserMarks: present.browserMarks,
    log: present.log,
    metrics: new Registry(),
    clock,
  });
  const ctx: Context = {
    ...present,
    clock,
    metrics: new Registry(),
    jobs: { soon: async () => undefined },
    config: { ...present.config, limits: false, trustProxy: ['127.0.0.1'] },
    findClick: (clickId) => redirector.findClick(clickId),
  };
  const app: App = await createApp(ctx);
  const lane = await openLane(redirector);
  const tasks = tasksOf(ctx);
  const sessions = new Map<string, { own: Client; at: number }>();
  return {
    ctx,
    now: () => clock.now(),
    moveTo: (at) => clock.set(at),
    signIn: async (email) => {
      const now = clock.now().getTime();
      const earlier = sessions.get(email);
      if (earlier && Math.abs(now - earlier.at) < sessionMs) return earlier.own;
      const { token } = granted(await client(app.fastify).call(login, { body: { email, password: demoPassword } }));
      const own = client(app.fastify, token);
      sessions.set(email, { own, at: now });
      return own;
    },
    withToken: (token) => client(app.fastify, token),
    anonymous: client(app.fastify),
    follow: (shortUrl, headers) => follow(lane.origin, shortUrl, headers),
    look: async (path, headers) => {
      const { statusCode } = await app.fastify.inject({ url: path, headers });
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    },
    drain: () => redirector.drainNow(),
    catchUp: async () => {
      await redirector.drainNow();
      await tasks.process_deliveries();
      await tasks.decide_waiting();
      await tasks.review_orders();
      await tasks.end_accounts();
      await tasks.mature_commissions();
      await tasks.close_statements();
    },
    reviewFraud: async () => {
      await tasks.review_fraud();
    },
    stop: async () => {
      lane.server.closeAllConnections();
      await new Promise<void>((closed) => lane.server.close(() => closed()));
      app.leave();
      await app.close();
      await redirector.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
