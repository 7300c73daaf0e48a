import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { type App, createApp } from './app.ts';
import { type ClickLogParts, openClickLogOf, useClickLog } from './clicklog.ts';
import type { ClickLog } from './clicklog/clicklog.ts';
import { type Config, ConfigError } from './config.ts';
import type { Context } from './context.ts';
import { refuseDemoCredentials } from './demo.credentials.ts';
import { type Clock, correctedClock, forwardOnly, systemClock } from './platform/clock.ts';
import { offerSetup } from './installation/setup.service.ts';
import { watchClock } from './platform/clock.watch.ts';
import { isDatabaseAway } from './platform/database/away.ts';
import { openDatabase } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded.ts';
import { migrate } from './platform/database/migrate.ts';
import { type Addresses, refuseWrongPooling, refuseWrongRole } from './platform/database/pooler.ts';
import { refuseWrongReplica } from './platform/database/replica.check.ts';
import { finishesWithin } from './platform/deadline.ts';
import { type NodeEvents, openNodeEvents } from './platform/events/node.events.ts';
import { warnOfMixture } from './platform/events/listeners.ts';
import { noNotices, openNotices } from './platform/events/notices.ts';
import { watchRedirects } from './platform/http/access.ts';
import { closeFront, createFront, type Front, type FrontLimits } from './platform/http/front.ts';
import { createProxies } from './platform/http/proxies.ts';
import { registerJobMetrics } from './platform/jobs/jobs.metrics.ts';
import { openFigureEngine } from './figures/clickhouse/engine.ts';
import { openFiles } from './platform/files/files.open.ts';
import { noJobs, openJobs, startWorker, type TaskName } from './platform/jobs/jobs.ts';
import { createLog, type Log } from './platform/log.ts';
import { marksOf } from './platform/browser.mark.ts';
import { createSealer } from './platform/seal.ts';
import { readVersion } from './platform/version.ts';
import { type Redirector, startRedirector } from './redirector.ts';
import { type NodeReports, reportNode } from './nodes/nodes.report.ts';
import { eraseAgain } from './erasure.ts';
import { tasksOf } from './tasks.ts';

/**
 * `leave` makes load balancers redirect traffic while everything is still served; `stop` follows. `setupUrl` is the
 * one-time address for the first operator, while there is none.
 */
export type RunningServer = {
  url: string;
  setupUrl: string | undefined;
  ctx: Context;
  leave(): void;
  stop(): Promise<void>;
};

async function listen(server: Server, config: Config): Promise<number> {
  await new Promise<void>((listening, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(
        error.code === 'EADDRINUSE'
          ? new ConfigError(`PORT ${config.port} is already in use on ${config.host}; choose another port`)
          : error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
            ? new ConfigError(`HOST ${config.host} is not an address of this machine`)
            : error,
      ),
    );
    server.listen(config.port, config.host, listening);
  });
  return (server.address() as AddressInfo).port;
}

/** Mistakes in DATABASE_URL stop the start; a server that doesn't answer yet is waited for. */
const wrongSettings: Record<string, string> = {
  '28P01': 'the password is wrong',
  '28000': 'this user is not allowed to log in',
  '3D000': 'the database does not exist',
  ENOTFOUND: 'the host was not found',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Migrates the database and then opens it, and does both again if it goes away meanwhile. */
async function openWhenReachable<T>(
  addresses: Addresses,
  config: Config,
  log: Log,
  open: () => Promise<T>,
  isStopped: () => boolean,
): Promise<T> {
  const names = addresses.url === addresses.directUrl ? 'DATABASE_URL' : 'DATABASE_URL or DATABASE_DIRECT_URL';
  const onWait = () => log.warn('another node migrates the database; waiting for it');
  for (let attempt = 0; ; attempt += 1) {
    try {
      await refuseWrongPooling(addresses);
      const applied = await migrate(addresses.directUrl, { onWait });
      if (applied.length > 0) log.info({ applied }, 'database migrated');
      return await open();
    } catch (error) {
      const code = codeOf(error);
      if (wrongSettings[code]) throw new ConfigError(`${names} is not valid: ${wrongSettings[code]}`);
      if (!isDatabaseAway(error) || isStopped()) throw error;
      if (attempt === 0) log.warn({ code }, 'the database does not respond; retrying every second');
      if (attempt >= 10 && !config.roles.includes('redirect'))
        throw new ConfigError(`${names}: the database does not respond (${String(error)})`);
      await pause(1_000);
    }
  }
}

/** Checks DATABASE_READ_URL. A replica that is away doesn't stop the start: the primary answers until it is back. */
async function refuseReadAddress(url: string, readUrl: string | undefined, log: Log): Promise<void> {
  if (readUrl === undefined) return;
  try {
    await refuseWrongReplica({ url, readUrl });
  } catch (error) {
    const wrong = wrongSettings[codeOf(error)];
    if (wrong) throw new ConfigError(`DATABASE_READ_URL is not valid: ${wrong}`);
    if (!isDatabaseAway(error)) throw error;
    log.warn({ error: String(error) }, 'the replica does not respond; the primary answers until it does');
  }
}

type Basics = { log: Log; metrics: Registry; clock: Clock; events?: NodeEvents };

/** A node that only serves shortlinks uses no notices and no jobs, and one transaction at a time beside the redirector's. */
const redirectsOnly = ({ roles }: Config) => roles.every((role) => role === 'redirect');

export async function openContext(
  config: Config,
  { url, directUrl }: Addresses,
  { log, metrics, clock, events }: Basics,
  findClick: Context['findClick'],
) {
  const connections = redirectsOnly(config) ? 1 : config.databaseConnections;
  const readUrl = config.roles.includes('api') ? config.databaseReadUrl : undefined;
  await refuseReadAddress(directUrl, readUrl, log);
  await using undo = new AsyncDisposableStack();
  const { patience } = config;
  const database = openDatabase({ url, directUrl, readUrl, log, connections, carry: events?.carry, patience });
  undo.defer(() => database.close());
  await refuseWrongRole(database);
  const notices = redirectsOnly(config)
    ? noNotices
    : await openNotices({ url: directUrl, log, source: events?.source });
  undo.defer(() => notices.stop());
  await warnOfMixture(database, config.eventsUrl !== undefined, log);
  const jobs = redirectsOnly(config) ? noJobs : await openJobs({ url: directUrl, log });
  undo.defer(() => jobs.close());
  const files = redirectsOnly(config) ? undefined : await openFiles(config.files, metrics);
  undo.defer(() => files?.close());
  const figures =
    config.figures && !redirectsOnly(config) ? await openFigureEngine(config.figures, metrics) : undefined;
  undo.defer(() => figures?.close());
  const ctx: Context = {
    config,
    log,
    clock,
    database,
    notices,
    counts: events?.counts,
    jobs,
    sealer: createSealer(config.secretKey),
    browserMarks: marksOf(config),
    metrics,
    files,
    figures,
    findClick,
  };
  const held = undo.move();
  return { ctx, close: () => held.disposeAsync() };
}

async function openRedirector(
  config: Config,
  addresses: Addresses,
  { log, metrics, clock, events }: Basics,
  clickLog: ClickLog | undefined,
): Promise<Redirector | undefined> {
  if (!config.roles.includes('redirect')) return undefined;
  return startRedirector({
    dataDir: config.dataDir,
    nodeId: config.nodeId,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    pg: addresses,
    linkMemoryBytes: config.linkMemoryBytes,
    browserMarks: marksOf(config),
    variants: config.variants,
    patience: config.patience,
    clickLog,
    log,
    metrics,
    // A click id begins with its time, and the ids of a node only ever grow.
    clock: forwardOnly(clock),
    events,
    ...(config.geoDatabase ? { geoDatabase: config.geoDatabase } : {}),
  });
}

const mostPerClient = 512;
const headersWithinMs = 5_000;
const reportAgainMs = 60_000;

function frontLimits(config: Config, log: Log): FrontLimits {
  let isReported = false;
  return {
    proxies: createProxies(config.trustProxy),
    mostPerClient: config.limits ? mostPerClient : Number.POSITIVE_INFINITY,
    headersWithinMs,
    onRefused(client) {
      if (isReported) return;
      isReported = true;
      setTimeout(() => (isReported = false), reportAgainMs).unref();
      log.warn(
        { client, most: mostPerClient },
        'connections refused; if this client is a proxy, add it to TRUST_PROXY',
      );
    },
  };
}

type Parts = {
  embedded?: { stop(): Promise<void> };
  clickLog?: ClickLog;
  events?: NodeEvents;
  redirector?: Redirector;
  server?: Server;
  context?: { ctx: Context; close(): Promise<void> };
  reports?: NodeReports;
  app?: App;
  worker?: { stop(): Promise<void> };
  clickLogParts?: ClickLogParts;
  front: Front;
  clockWatch?: { stop(): void };
  stopping: boolean;
};

function leaveParts(parts: Parts): void {
  parts.stopping = true;
  parts.front.leaving = true;
  parts.clockWatch?.stop();
  parts.app?.leave();
}

/** How long each part may take to stop. What takes longer ends with the process; everything acknowledged is durable. */
const patienceMs = {
  worker: 1_000,
  requests: 1_200,
  app: 300,
  redirector: 1_500,
  clickLogParts: 500,
  reports: 300,
  context: 300,
  clickLog: 300,
  events: 500,
};

/**
 * Stops accepting work, then finishes running work, then closes what it uses. Stops whatever was started, also after
 * half a start.
 */
async function stopParts(parts: Parts, log: Log): Promise<void> {
  const stopPart = async (name: keyof typeof patienceMs, stop: Promise<unknown> | undefined): Promise<void> => {
    if (stop === undefined) return;
    const ended = stop.catch((error: unknown) =>
      log.warn({ err: error, part: name }, 'a component did not stop cleanly'),
    );
    if (!(await finishesWithin(ended, patienceMs[name])))
      log.warn({ part: name }, 'a component takes too long to stop');
  };
  leaveParts(parts);
  parts.app?.endStreams();
  await Promise.all([
    stopPart('worker', parts.worker?.stop()),
    parts.server?.listening ? closeFront(parts.server, patienceMs.requests) : undefined,
  ]);
  await stopPart('app', parts.app?.close());
  await stopPart('redirector', parts.redirector?.stop());
  await stopPart('clickLogParts', parts.clickLogParts?.stop());
  await stopPart('reports', parts.reports?.leave());
  await stopPart('context', parts.context?.close());
  await stopPart('clickLog', parts.clickLog?.stop());
  await stopPart('events', parts.events?.stop());
  await parts.embedded?.stop();
}

async function startParts(
  parts: Parts,
  config: Config,
  prepare: (ctx: Context) => Promise<void>,
  log: Log,
): Promise<RunningServer> {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const clock = correctedClock(systemClock);
  const { databaseDirectUrl: directUrl } = config;
  let url = config.databaseUrl;
  if (url === undefined) {
    const embedded = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: (fact, message) => log.info(fact, message),
      logError: (fact, message) => log.error(fact, message),
    });
    parts.embedded = embedded;
    url = embedded.url;
    await migrate(url);
  }
  const addresses: Addresses = { url, directUrl: directUrl ?? url };
  parts.events = openNodeEvents(config.eventsUrl, { url: addresses.directUrl, log, metrics });
  const basics = { log, metrics, clock, events: parts.events };
  const clickLog = await openClickLogOf(config, basics);
  if (clickLog) parts.clickLog = clickLog;
  const redirector = await openRedirector(config, addresses, basics, clickLog);
  if (redirector) parts.redirector = redirector;
  const { front } = parts;
  front.lane = redirector && watchRedirects(redirector.lane, createProxies(config.trustProxy), log);
  const missingToRedirect = () => redirector?.missing() ?? [];
  // A node that only serves shortlinks is ready before the database answers.
  const startsReady = redirectsOnly(config);
  front.missing = () => (front.leaving ? ['stopping'] : startsReady ? missingToRedirect() : ['startup']);
  parts.server = createFront(front, frontLimits(config, log));
  const port = await listen(parts.server, config);
  const findHere = async (clickId: string) => redirector?.findClick(clickId);
  const open = () =>
    openContext(config, addresses, basics, (clickId) =>
      parts.clickLogParts ? parts.clickLogParts.findClick(clickId) : findHere(clickId),
    );
  parts.context = await openWhenReachable(addresses, config, log, open, () => parts.stopping);
  if (clickLog && !startsReady)
    parts.clickLogParts = await useClickLog(clickLog, config, { url, log, redirector, carry: parts.events.carry });
  const { ctx } = parts.context;
  parts.clockWatch = await watchClock({ clock, database: ctx.database, log }, metrics);
  parts.reports = await reportNode(ctx, () => redirector?.backlog());
  if (config.production) await refuseDemoCredentials(ctx);
  await prepare(ctx);
  if (config.roles.includes('worker')) {
    await eraseAgain(ctx).catch((error: unknown) =>
      log.error({ err: error }, 'could not read or write the list of erased accounts'),
    );
    parts.worker = await startWorker({
      url: addresses.directUrl,
      tasks: tasksOf(ctx),
      log,
      onRun: registerJobMetrics(metrics),
    });
    // A late click was stored; an event for the webhooks of brands was committed.
    runOnNotice(ctx, 'order_reviews', 'review_orders');
    runOnNotice(ctx, 'outgoing_events', 'send_webhooks');
    // Something rang for a user with a device that gets push notifications.
    runOnNotice(ctx, 'pushes', 'send_pushes');
  }
  const app = await createApp(ctx, { missingToRedirect });
  parts.app = app;
  front.app = (request, response) => app.fastify.routing(request, response);
  const address = config.publicUrl.replace(/:0$/, `:${port}`);
  const setupCode = config.roles.includes('api') ? await offerSetup(ctx) : undefined;
  return {
    url: address,
    setupUrl: setupCode && `${address}/setup#${setupCode}`,
    ctx,
    leave: () => leaveParts(parts),
    stop: () => stopParts(parts, log),
  };
}

/**
 * Runs a task when a notice asks for it, and after the connection was lost, with the notices of that time. If a notice is
 * lost otherwise, the task runs within a minute.
 */
function runOnNotice(ctx: Context, channel: string, task: TaskName): void {
  const request = (): void => {
    ctx.jobs
      .soon(task)
      .catch((error: unknown) =>
        ctx.log.warn({ task, error: String(error) }, 'could not request a task; it runs later'),
      );
  };
  ctx.notices.listen(channel, request);
  ctx.notices.onReconnect(request);
}

/**
 * Starts the roles of this node and listens. Shortlinks are served as soon as the port is open, from the local snapshot
 * while the database doesn't answer; everything else follows when it does.
 */
export async function startServer(
  config: Config,
  prepare: (ctx: Context) => Promise<void> = async () => undefined,
): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  const version = await readVersion();
  const front: Front = { lane: undefined, app: undefined, missing: () => ['startup'], version, leaving: false };
  const parts: Parts = { front, stopping: false };
  try {
    return await startParts(parts, config, prepare, log);
  } catch (error) {
    await stopParts(parts, log);
    throw error;
  }
}
