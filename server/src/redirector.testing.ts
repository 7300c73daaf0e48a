import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { expect } from 'vitest';
import { createBrowserMarks } from './platform/browser.mark.ts';
import { testDatabase, testPool } from '../world/database.ts';
import { createClickIds } from './hits/click-id.ts';
import type { HitRecord } from './hits/hit.record.ts';
import { verifyClicks } from './figures/figures.verify.ts';
import { type Redirector, type RedirectorOptions, startRedirector } from './redirector.ts';
import { shippedVariants } from './platform/variants/variants.testing.ts';

// A brand, a creator and their links in a database of their own, and redirectors that use it.

export const silent = pino({ level: 'silent' });

/** The browser marks of all tests' installation. */
export const testMarks = createBrowserMarks(['a secret key of the tests, 32+ characters']);

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';

const nextClickId = createClickIds();

/** A click as the redirector records it. */
export function hitRecord(fields: Partial<HitRecord> = {}): HitRecord {
  const empty = {
    referrer: '',
    language: '',
    purpose: '',
    mark: '',
    isMarkTrusted: false,
    givenMark: '',
    country: '',
    clientHints: '',
    host: '',
    query: '',
  };
  const clickId = nextClickId(1_795_000_000_000);
  return { kind: 'click', clickId, code: 'shirt', address: '203.0.113.7', userAgent: iPhone, ...empty, ...fields };
}

export type RedirectAnswer = { status: number; headers: IncomingHttpHeaders; body: string };

export type VisitOptions = { method?: string; headers?: Record<string, string> };

export type ServedRedirector = {
  redirector: Redirector;
  origin: string;
  visit(path: string, options?: VisitOptions): Promise<RedirectAnswer>;
  stop(): Promise<void>;
};

export type RedirectorScene = {
  url: string;
  dataDir: string;
  merchantId: string;
  accountId: string;
  creatorId: string;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  addLink(code: string, destination?: string): Promise<string>;
  serve(options?: Partial<RedirectorOptions>): Promise<ServedRedirector>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function openScene(): Promise<RedirectorScene> {
  await using undo = new AsyncDisposableStack();
  const database = undo.use(await testDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-links-'));
  undo.defer(() => rm(dataDir, { recursive: true, force: true }));
  const pool = testPool(database.url);
  undo.defer(() => pool.end());
  const [merchantId, accountId, creatorId] = [randomUUID(), randomUUID(), randomUUID()];
  await pool.query(people, [creatorId]);
  await pool.query(brand, [merchantId]);
  await pool.query(account, [merchantId, accountId, creatorId]);
  const serving: ServedRedirector[] = [];
  undo.defer(async () => {
    await Promise.all(serving.map((each) => each.stop()));
  });
  const held = undo.move();
  return {
    url: database.url,
    dataDir,
    merchantId,
    accountId,
    creatorId,
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    async addLink(code, destination = `https://shop.example/products/${code}`) {
      const id = randomUUID();
      await pool.query(link, [merchantId, id, accountId, creatorId, code, destination]);
      return id;
    },
    async serve(options = {}) {
      const served = await serveRedirector({
        dataDir,
        nodeId: 'node-1',
        publicUrl: 'http://portal.example',
        trustProxy: ['127.0.0.1'],
        variants: shippedVariants,
        pg: { url: database.url },
        browserMarks: testMarks,
        log: silent,
        ...options,
      });
      serving.push(served);
      return served;
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const people = `
  insert into users (id, uid, motom_user_id, motom_user_unique_key, role, email, display_name, user_handle, user_status, created_at)
  values ($1, 'u1', 'm1', 'k1', 'creator', 'ava@creators.test', 'Ava Stone', 'ava', 100, now())`;
const brand = `
  insert into merchants (id, slug, display_name, currency, shop_url, created_at)
  values ($1, 'glow', 'Glow <Lab>', 'USD', 'https://shop.example', now())`;
const account = `
  insert into merchant_accounts (merchant_id, id, creator_id, joined_at) values ($1, $2, $3, now())`;
const link = `
  insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
  values ($1, $2, $3, $4, $5, $6, now())`;

export async function serveRedirector(options: RedirectorOptions): Promise<ServedRedirector> {
  const redirector = await startRedirector(options);
  const server = createServer((request, response) => {
    if (!redirector.lane(request, response)) response.writeHead(418).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise<void>((closed) => server.close(() => closed()));
    await redirector.stop();
  };
  return {
    redirector,
    origin,
    visit: (path, visitOptions) => visit(origin, path, visitOptions),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Sends one request exactly as written; `fetch` would normalize the URL first. */
export function visit(
  origin: string,
  path: string,
  { method = 'GET', headers = {} }: VisitOptions = {},
): Promise<RedirectAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method, agent: false, headers: { 'user-agent': iPhone, ...headers } },
      (response) => {
        response.setEncoding('utf8');
        let body = '';
        response.on('data', (chunk: string) => (body += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

/** The click id that the shop gets. */
export function clickOf(answer: RedirectAnswer, parameter = 'vt_click'): string {
  return new URL(answer.headers.location ?? '').searchParams.get(parameter) ?? '';
}

export function cookieOf(answer: RedirectAnswer): string {
  return answer.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
}

/** Headers of a client behind the proxy. */
export function from(address: string, headers: Record<string, string> = {}): VisitOptions {
  return { headers: { 'x-forwarded-for': address, ...headers } };
}

/** Expects the figures to equal the sums of the hits. */
export async function expectAgreement(scene: RedirectorScene): Promise<void> {
  const client = new pg.Client({ connectionString: scene.url });
  await client.connect();
  try {
    expect(await verifyClicks(client)).toMatchObject({ agrees: true });
  } finally {
    await client.end();
  }
}

/** Polls until it is true; fails if that takes too long. */
export async function until(isTrue: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${isTrue.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A connection to the database that can be cut. */
export async function openProxy(databaseUrl: string): Promise<{ url: string; cut(): void; close(): Promise<void> }> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createTcpServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  // Over the network instead of the socket file.
  url.searchParams.delete('host');
  const cut = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: url.href,
    cut,
    close: async () => {
      cut();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
