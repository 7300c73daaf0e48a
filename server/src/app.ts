import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import rateLimit from '@fastify/rate-limit';
import compress from '@fastify/compress';
import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify';
import { streamEvents } from '@vitrine/contract/events.ts';
import { authenticate, limitAuthentication } from './authenticate.ts';
import type { Context } from './context.ts';
import { registerProxyEcho } from './doctor/proxy.echo.ts';
import { completions, domains } from './domains.ts';
import { registerMonitoring } from './monitoring/monitoring.metrics.ts';
import { createPictureOrigins } from './picture.origins.ts';
import { actorName, anonymous, type Person } from './platform/actor.ts';
import { Streams } from './platform/events/stream.ts';
import { watchRequests } from './platform/http/access.ts';
import { acceptJson } from './platform/http/body.ts';
import { clientNetwork } from './platform/http/client.network.ts';
import { createCredentialLimit, noCredentialLimit } from './platform/http/credential.limit.ts';
import { requireProof } from './passwords/step-up.ts';
import { registerDocs } from './platform/http/docs.routes.ts';
import { readinessAnswer } from './platform/http/front.ts';
import { servePortal } from './platform/http/portal.ts';
import { isMalformedPath } from './platform/http/paths.ts';
import { sendProblem, sendRawProblem } from './platform/http/problems.ts';
import { sharedStoreOf } from './platform/http/rate.store.ts';
import { reportRateLimits } from './platform/http/rate.headers.ts';
import { secure } from './platform/http/security.ts';
import { admit, type Routes } from './platform/http/serve.ts';
import { Refusal } from './platform/refusal.ts';
import { readVersion } from './platform/version.ts';
import { createReadiness, type Need } from './readiness.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may open a route that is not a call of the contract. A route without a policy doesn't start. */
    policy?: 'public' | 'loopback_or_token' | 'signed';
  }
}

/** `leave` turns readiness off, `endStreams` ends the live streams, `close` follows when requests are done. */
export type App = {
  fastify: FastifyInstance;
  streams: Streams;
  leave(): void;
  endStreams(): void;
  close(): Promise<void>;
};

/** What the app needs from roles that run outside of it. */
export type Neighbors = { missingToRedirect(): readonly Need[] };

type State = { leaving: boolean };

function refuseUnguardedRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const isFile = route.url.startsWith('/assets/') || route.url.startsWith('/app-assets/');
    if (!isFile && !route.config?.policy) throw new Error(`route ${String(route.method)} ${route.url} has no policy`);
  });
}

function isFromLoopback(request: FastifyRequest): boolean {
  return (
    ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '') &&
    request.headers['x-forwarded-for'] === undefined
  );
}

function registerHealth(app: FastifyInstance, ctx: Context, neighbors: Neighbors, state: State): void {
  app.get('/healthz', { config: { policy: 'public' } }, async () => ({ status: 'alive' }));
  app.get('/version', { config: { policy: 'public' } }, async () => readVersion());
  const missing = createReadiness(ctx, neighbors.missingToRedirect);
  app.get('/readyz', { config: { policy: 'public' } }, async (_request, reply) => {
    const { code, body } = readinessAnswer(state.leaving ? ['stopping'] : await missing());
    const correction = ctx.clock.correctedByMs?.() ?? 0;
    return reply.code(code).send({ ...body, ...(correction !== 0 && { clock_corrected_by_ms: correction }) });
  });
  app.get('/metrics', { config: { policy: 'loopback_or_token' } }, async (request, reply) => {
    const given = request.headers.authorization;
    const allowed = ctx.config.metricsToken ? given === `Bearer ${ctx.config.metricsToken}` : isFromLoopback(request);
    if (!allowed) throw new Refusal('not_found');
    return reply.type(ctx.metrics.contentType).send(await ctx.metrics.metrics());
  });
}

function registerEvents(routes: Routes, streams: Streams, state: State): void {
  routes.served.add(streamEvents);
  routes.app.get(`/api/v1${streamEvents.path}`, { config: { policy: 'public' } }, async (request, reply) => {
    const { actor, headers } = request;
    admit(streamEvents, actor, routes.ctx.config);
    if (actor.kind !== 'person') throw new Refusal('unauthenticated');
    if (state.leaving) throw new Refusal('busy');
    const last = headers['last-event-id'];
    const isAllowed = () => mayContinue(routes.ctx, headers.authorization, actor);
    const takeOver = () => {
      reply.hijack();
      return reply.raw;
    };
    try {
      await streams.start({ person: actor, isAllowed }, typeof last === 'string' ? last : undefined, takeOver);
    } catch (error) {
      if (!reply.sent) throw error;
      if (reply.raw.headersSent) reply.raw.destroy();
      else sendRawProblem(error, request, reply.raw);
    }
  });
}

/** Whether the session of an open stream is still valid and its user may still have it. */
async function mayContinue(ctx: Context, authorization: string | undefined, person: Person): Promise<boolean> {
  const actor = await authenticate(ctx, authorization, { isActivity: false });
  return actor.kind === 'person' && actor.userId === person.userId && actor.status === person.status;
}

/** Logs every request of an operator who impersonates a user, with both names (reliability C4). */
function logImpersonation(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ actor, log, method, url }, reply) => {
    if (actor.kind !== 'person' || !actor.impersonatedBy) return;
    const names = { operator: actor.impersonatedBy, user: actor.userId, mode: actor.mode };
    // At the default log level, because this log must not depend on a setting.
    log.warn(
      { ...names, method, path: url.split('?', 1)[0], status: reply.statusCode },
      'request during impersonation',
    );
  });
}

/** The origins of external pictures in the portal. */
function embeddedOrigins(ctx: Context): () => Promise<readonly string[]> {
  const ofProducts = createPictureOrigins(ctx);
  const portraits = ctx.config.google && !ctx.config.google.baseUrl ? ['https://lh3.googleusercontent.com'] : [];
  return async () => [...portraits, ...(await ofProducts())];
}

/** Builds the HTTP app from a context. It doesn't listen; main mounts it behind the redirector. */
export async function createApp(ctx: Context, neighbors: Neighbors = { missingToRedirect: () => [] }): Promise<App> {
  const state: State = { leaving: false };
  const logger: FastifyBaseLogger = ctx.log;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: ctx.config.trustProxy.length > 0 ? [...ctx.config.trustProxy] : false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500, caseSensitive: true, ignoreTrailingSlash: true },
    exposeHeadRoutes: true,
    // A path that can't be decoded is not found.
    frameworkErrors: (_error, request, reply) => void sendProblem(new Refusal('not_found'), request, reply),
  });
  refuseUnguardedRoutes(app);
  app.decorateRequest('actor', {
    getter: () => anonymous,
    setter(this: FastifyRequest, value) {
      Object.defineProperty(this, 'actor', { value, writable: true });
    },
  });
  acceptJson(app);
  app.setErrorHandler(sendProblem);
  await app.register(compress, {
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await secure(app, { publicUrl: ctx.config.publicUrl, supportFormUrl: ctx.config.supportFormUrl });
  const credentials = ctx.config.limits ? createCredentialLimit(ctx.clock, ctx.counts) : noCredentialLimit;
  const authenticateLimited = limitAuthentication(ctx, credentials);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('X-Request-Id', request.id);
    if (isMalformedPath(request.url)) throw new Refusal('not_found');
    if (request.url.startsWith('/api/')) {
      request.actor = await authenticateLimited(clientNetwork(request.ip), request.headers.authorization);
    }
  });
  logImpersonation(app);
  watchRequests(app, ctx.metrics);
  if (ctx.config.limits) {
    await app.register(rateLimit, {
      global: false,
      keyGenerator: (request: FastifyRequest) => actorName(request.actor, clientNetwork(request.ip)),
      errorResponseBuilder: () => new Refusal('rate_limited'),
      ...(ctx.counts && { store: sharedStoreOf(ctx.counts, () => ctx.clock.now().getTime()) }),
    });
    reportRateLimits(app);
  }
  const routes: Routes = { app, ctx, credentials, requireProof, served: new Set(), strict: !ctx.config.production };
  const streams = new Streams(ctx, completions);
  registerHealth(app, ctx, neighbors, state);
  registerMonitoring(ctx, () => streams.counts);
  registerProxyEcho(app, ctx);
  if (ctx.config.roles.includes('api')) {
    registerDocs(app, ctx.config.publicUrl);
    registerEvents(routes, streams, state);
    for (const register of domains) register(routes);
    await servePortal(app, ctx.config.variants, embeddedOrigins(ctx));
  } else {
    // A node that only serves shortlinks or jobs answers health checks and nothing else.
    app.setNotFoundHandler((request, reply) => sendProblem(new Refusal('not_found'), request, reply));
  }
  await app.ready();
  return {
    fastify: app,
    streams,
    leave: () => {
      state.leaving = true;
    },
    endStreams: () => {
      state.leaving = true;
      streams.stop();
    },
    close: async () => {
      state.leaving = true;
      streams.stop();
      await app.close();
    },
  };
}
