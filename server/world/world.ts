import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { login } from '@vitrine/contract/passwords.ts';
import { createApp } from '../src/app.ts';
import { type Provider, readConfig } from '../src/config.ts';
import type { Context } from '../src/context.ts';
import { movableClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { openNodeEvents } from '../src/platform/events/node.events.ts';
import { openNotices } from '../src/platform/events/notices.ts';
import { createLog } from '../src/platform/log.ts';
import { marksOf } from '../src/platform/browser.mark.ts';
import { createSealer } from '../src/platform/seal.ts';
import { type Client, client } from './client.ts';
import { databaseAddresses, populatedDatabase, testDatabase } from './database.ts';
import { longPatience } from './patience.ts';
import { createPeople, demoPassword, type People } from './people.ts';
import { stockWorld, type Stock } from './stock.ts';

/** The users and data of every test world. */
export type Population = { people: People; stock: Stock };

/** The default time of a test world. */
const usualTime = '2026-11-20T12:00:00Z';

export type World = {
  ctx: Context;
  app: FastifyInstance;
  /** Runs the periodic work of the live streams, every 20 seconds in production. */
  beat(): Promise<void>;
  clock: ReturnType<typeof movableClock>;
  people: People;
  stock: Stock;
  signIn(email: string): Promise<Client>;
  token(email: string): Promise<string>;
  shop(key: string): Client;
  anonymous: Client;
  /** A second node on the same database, with the same clock. */
  secondNode(): Promise<{ ctx: Context; app: FastifyInstance }>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** No worker: tests run tasks themselves. */
const noJobs = { soon: async () => undefined };

/** All test worlds are copies of one template, so they share the key it was sealed with. */
/** The minimum for argon2id: test worlds log in hundreds of times, and hashing has tests of its own. */
const weakCost = { memory: 8, passes: 1 };
const secretKey = 'the secret key of all test worlds, which is no secret';

type Node = { ctx: Context; app: FastifyInstance; beat(): Promise<void>; close(): Promise<void> };

async function openNode(options: {
  url: string;
  dataDir: string;
  clock: Context['clock'];
  limits: boolean;
  nodeId: string;
  google: Provider | undefined;
  social: Partial<Context['config']['social']>;
  variantsDir: string | undefined;
  webhooksAtOnce: number;
  eventsUrl: string | undefined;
}): Promise<Node> {
  const { url, directUrl } = databaseAddresses(options.url);
  const settings = readConfig({
    DATA_DIR: options.dataDir,
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    SECRET_KEY: secretKey,
    DEMO: '0',
    RATE_LIMITS: options.limits ? '1' : '0',
    NODE_ID: options.nodeId,
    EVENTS_URL: options.eventsUrl ?? '',
    VARIANTS_DIR: options.variantsDir ?? '',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
  });
  const config = {
    ...settings,
    passwordCost: weakCost,
    webhooksAtOnce: options.webhooksAtOnce,
    patience: longPatience,
    google: options.google,
    social: { ...settings.social, ...options.social },
  };
  const log = createLog(config.logLevel);
  const metrics = new Registry();
  const events = openNodeEvents(config.eventsUrl, { url: directUrl, log, metrics });
  const database = openDatabase({ url, directUrl, log, carry: events.carry, patience: config.patience });
  const notices = await openNotices({ url: directUrl, log, source: events.source });
  const ctx: Context = {
    config,
    log,
    clock: options.clock,
    database,
    notices,
    counts: events.counts,
    jobs: noJobs,
    sealer: createSealer(config.secretKey),
    browserMarks: marksOf(config),
    metrics,
    files: undefined,
    figures: undefined,
    findClick: async () => undefined,
  };
  const app = await createApp(ctx);
  return {
    ctx,
    app: app.fastify,
    beat: () => app.streams.beat(),
    close: async () => {
      await app.close();
      await notices.stop();
      await database.close();
      await events.stop();
    },
  };
}

async function tokenOf(app: FastifyInstance, email: string): Promise<string> {
  const answer = await client(app).call(login, { body: { email, password: demoPassword } });
  if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.problem.message}`);
  return answer.data.token;
}

async function populate({ ctx, app }: Node): Promise<Population> {
  const people = await createPeople(ctx);
  const stock = await stockWorld({ people, signIn: async (email) => client(app, await tokenOf(app, email)) });
  return { people, stock };
}

/** Fills an empty database with the users and data of every test world. */
export async function populateDatabase(url: string): Promise<Population> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-world-'));
  const clock = movableClock(new Date(usualTime));
  const usual = {
    limits: false,
    google: undefined,
    social: {},
    variantsDir: undefined,
    webhooksAtOnce: 1,
    eventsUrl: undefined,
  };
  const node = await openNode({ url, dataDir, clock, nodeId: 'node-1', ...usual });
  const population = await populate(node);
  await node.close();
  await rm(dataDir, { recursive: true, force: true });
  return population;
}

/** A complete server on its own database, with the demo's users, brands and terms and a few products and placements. */
export async function openWorld(
  options: {
    at?: Date;
    limits?: boolean;
    google?: Provider;
    social?: Partial<Context['config']['social']>;
    variantsDir?: string;
    /** Usually without a bound, because tests look at what came of a webhook right after its answer. */
    webhooksAtOnce?: number;
    /** Of NATS, for what the nodes tell each other. */
    eventsUrl?: string;
  } = {},
): Promise<World> {
  const at = options.at ?? new Date(usualTime);
  const populated = at.getTime() === Date.parse(usualTime) ? await populatedDatabase() : undefined;
  const database = populated ?? (await testDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-world-'));
  const clock = movableClock(at);
  const open = (nodeId: string) =>
    openNode({
      url: database.url,
      dataDir,
      clock,
      limits: options.limits ?? false,
      nodeId,
      google: options.google,
      social: options.social ?? {},
      variantsDir: options.variantsDir,
      webhooksAtOnce: options.webhooksAtOnce ?? Number.POSITIVE_INFINITY,
      eventsUrl: options.eventsUrl,
    });
  const first = await open('node-1');
  const nodes = [first];
  const { ctx, app, beat } = first;
  const { people, stock } = populated?.population ?? (await populate(first));
  const token = (email: string) => tokenOf(app, email);
  return {
    ctx,
    app,
    beat,
    clock,
    people,
    stock,
    token,
    signIn: async (email) => client(app, await token(email)),
    shop: (key) => client(app, key),
    anonymous: client(app),
    secondNode: async () => {
      const node = await open(`node-${nodes.length + 1}`);
      nodes.push(node);
      return node;
    },
    [Symbol.asyncDispose]: async () => {
      for (const node of nodes) await node.close();
      await database[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
