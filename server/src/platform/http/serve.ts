import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import {
  type BodyOf,
  type DataOf,
  type Endpoint,
  type IgnoredFields,
  isClosedWhileSuspended,
  isForSecuredOperators,
  isShopCall,
  type ParamsOf,
  type Proof,
  type QueryOf,
  type ReplyOf,
  takesIdempotencyKey,
  type WaitingOf,
} from '@vitrine/contract/endpoint.ts';
import { type Barrier, barrierOf } from '@vitrine/contract/values/user-status.ts';
import type { Context } from '../../context.ts';
import { type Actor, isPrincipal, lacksSecondFactor } from '../actor.ts';
import { allowReplica } from '../database/replica.ts';
import { calledAddress } from '../public.address.ts';
import { Refusal } from '../refusal.ts';
import { clientNetwork } from './client.network.ts';
import type { Attempt, CredentialLimit } from './credential.limit.ts';
import { answerOnce } from './idempotency.ts';
import { ignoreUnknown } from './ignored.fields.ts';
import { validationRefusal } from './problems.ts';

/** A parsed and authorized request. `raw` has the body's bytes, for signatures. */
export type Call<E extends Endpoint> = {
  actor: Actor;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  /** Undefined if the endpoint is `readApart`; then `raw` has it. */
  body: E['readApart'] extends true ? undefined : BodyOf<E>;
  /** The JSON body as it came, without ignored fields. */
  sent: unknown;
  raw: Buffer;
  headers: FastifyRequest['headers'];
  address: string;
  /** The URL of ours that was called: PUBLIC_URL, or the same with the host name of a variant. */
  home: string;
  requestId: string;
  reply: FastifyReply;
};

/** The answer of a call that returns a file. A large one is a stream. */
export type SentFile = { name: string; bytes: Buffer | Readable };

/** Data of a 202: the call was stored, and takes effect later. */
export class Accepted<T> {
  readonly data: T;
  constructor(data: T) {
    this.data = data;
  }
}

/** A handler returns the data; a list returns `{ data, meta }`, a file its name and bytes. */
export type Answer<E extends Endpoint> = E['gives'] extends string
  ? SentFile
  : E['meta'] extends z.ZodMiniType
    ? ReplyOf<E>
    : DataOf<E> | (E['waiting'] extends z.ZodMiniType ? Accepted<WaitingOf<E>> : never);

/** Refuses a user who has not shown what a call needs; `proof` is what the body has in that field. */
export type ProofCheck = (ctx: Context, actor: Actor, needed: Proof, proof: unknown) => Promise<void>;

export type Routes = {
  app: FastifyInstance;
  ctx: Context;
  requireProof: ProofCheck;
  credentials: CredentialLimit;
  /** Every endpoint served so far, to check that none of the contract is missing. */
  served: Set<Endpoint>;
  /** In development and tests, a reply that doesn't match the contract is a 500. */
  strict: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
    rawBody: Buffer;
    /** A signed delivery whose signature is not checked yet. */
    signatureAttempt?: Attempt;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Why an account can't make the call, and what its owner can do. */
const barrierTexts: Record<Barrier, string> = {
  registration_unfinished:
    'This account is not active yet because its registration is unfinished. Ask the brand that invited you or the operator to finish it.',
  locked: 'This account is locked. Contact the operator to find out why and how to restore it.',
  closed: 'This account is closed. If that’s a mistake, contact the operator.',
  inactive: 'This account can’t be used right now. Contact the operator to find out why.',
};

const suspendedText =
  'Your account is suspended, so this can’t be changed. You can read and export everything, cash out what is yours, change how you log in and what only you see, and object on the page Suspensions.';

const missingSecondFactor =
  'Operators need two-factor login. Turn it on in your account, and then continue with what you wanted to do.';

/** Checks the policy of a route before anything of the request is parsed. */
export function admit(
  endpoint: Endpoint,
  actor: Actor,
  config: Pick<Context['config'], 'operatorsNeedSecondFactor'>,
): void {
  if (!endpoint.access.includes('anonymous')) {
    if (actor.kind === 'anonymous') throw new Refusal('unauthenticated');
    if (!isPrincipal(actor, ...endpoint.access)) throw new Refusal('forbidden');
  }
  if (actor.kind !== 'person') return;
  const needsActive = !endpoint.access.includes('anonymous') && !endpoint.anyStatus;
  const barrier = needsActive ? barrierOf(actor.status, actor.wasActive) : undefined;
  if (barrier) throw new Refusal('forbidden', { message: barrierTexts[barrier] });
  if (actor.isSuspended && isClosedWhileSuspended(endpoint))
    throw new Refusal('account_suspended', { message: suspendedText });
  if (isForSecuredOperators(endpoint) && lacksSecondFactor(config, actor))
    throw new Refusal('two_factor_required', { message: missingSecondFactor });
  if (actor.mode !== 'full') admitImpersonated(endpoint, actor.mode);
}

/**
 * What an operator can do as another user (reliability C4): read, and in assist mode also what the contract opens to
 * it.
 */
function admitImpersonated(endpoint: Endpoint, mode: 'view' | 'assist'): void {
  if (endpoint.ownerOnly) throw new Refusal('owner_only');
  if (safeMethods.has(endpoint.method)) return;
  if (mode === 'view' && !endpoint.allowedInViewMode) throw new Refusal('view_only');
  if (mode === 'assist' && !endpoint.allowedInAssistMode) throw new Refusal('owner_only');
}

function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return value;
  const read = schema.safeParse(value);
  if (!read.success) throw validationRefusal(read.error);
  return read.data;
}

type Parts<E extends Endpoint> = Pick<Call<E>, 'params' | 'query' | 'body' | 'sent'>;

/** Takes the proof out of the body, so that no call does anything else with it. */
function withoutProof({ proof: needed }: Endpoint, body: unknown): { body: unknown; proof: unknown } {
  if (needed === undefined || typeof body !== 'object' || body === null || !('proof' in body))
    return { body, proof: undefined };
  const { proof, ...rest } = body;
  return { body: rest, proof };
}

function parts<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
): { parsed: Parts<E>; ignored: IgnoredFields | undefined; proof: unknown } {
  const { actor } = request;
  const { body, proof } = withoutProof(endpoint, request.body);
  const { sent, ignored } =
    isShopCall(endpoint) && !endpoint.readApart
      ? ignoreUnknown(endpoint.body, body, { isTest: actor.kind === 'shop' && actor.isTest })
      : { sent: body, ignored: undefined };
  // The endpoint's schemas are the types of the call, but the compiler can't follow the lookup.
  const parsed = {
    params: parse(endpoint.params, request.params) as ParamsOf<E>,
    query: parse(endpoint.query, request.query) as QueryOf<E>,
    body: (endpoint.readApart ? undefined : parse(endpoint.body, sent)) as Call<E>['body'],
    sent,
  };
  return { parsed, ignored, proof };
}

/** The proof that a call with this body needs. */
function proofFor({ proof, proofWhen }: Endpoint, body: unknown): Proof | undefined {
  // The body has just been parsed with the schema of the endpoint, of which this is the type.
  return proofWhen === undefined || proofWhen(body as never) ? proof : undefined;
}

function checkReply(endpoint: Endpoint, answer: { data: unknown; meta?: unknown }, isWaiting: boolean): void {
  const data = (isWaiting ? endpoint.waiting : endpoint.reply)?.safeParse(answer.data);
  if (!data?.success)
    throw new Error(
      `${endpoint.method} ${endpoint.path} answered what its contract does not declare: ${JSON.stringify(data?.error.issues)}`,
    );
  const meta = endpoint.meta?.safeParse(answer.meta);
  if (meta && !meta.success)
    throw new Error(
      `${endpoint.method} ${endpoint.path} answered undeclared meta: ${JSON.stringify(meta.error.issues)}`,
    );
}

/** `accessBrand` compares what the call needs with the role at the brand, which is not known before. */
function actorOf({ right }: Endpoint, actor: Actor): Actor {
  return right && actor.kind === 'person' && actor.principal === 'brand' ? { ...actor, right } : actor;
}

/** Sends a file unchanged, under its name, with caching forbidden. */
function sendFile(reply: FastifyReply, type: string, file: SentFile): FastifyReply {
  return reply
    .type(type.startsWith('text/') ? `${type}; charset=utf-8` : type)
    .header('Content-Disposition', `attachment; filename="${file.name.replaceAll(/[^\w.-]+/g, '-')}"`)
    .header('Cache-Control', 'private, no-store')
    .send(file.bytes);
}

/** The shops of a platform send from the same addresses, so each address that is called has limits of its own. */
function deliverySender(request: FastifyRequest): string {
  return `${clientNetwork(request.ip)} ${request.url.split('?', 1)[0]}`;
}

/** A sender whose last delivery was signed correctly is not blocked by others at the same address. */
function beginDelivery(credentials: CredentialLimit, request: FastifyRequest): Attempt {
  return credentials.begin(clientNetwork(request.ip), deliverySender(request));
}

/** Counts a delivery as correct if it was accepted, and not at all if anything but its signature was wrong. */
async function countDelivery<T>(request: FastifyRequest, delivery: Promise<T>): Promise<T> {
  try {
    const answer = await delivery;
    request.signatureAttempt?.accept();
    return answer;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'signature_invalid')) request.signatureAttempt?.cancel();
    throw error;
  }
}

/**
 * Registers one call of the contract: limits, policy, parsing, proof, idempotency, reply. The only way to add a route to the
 * API.
 */
export function serve<E extends Endpoint>(
  routes: Routes,
  endpoint: E,
  answer: (call: Call<E>, ctx: Context) => Promise<Answer<E>>,
): void {
  const { app, credentials, ctx, requireProof, strict } = routes;
  const handle: typeof answer = endpoint.readsReplica
    ? (call, context) => allowReplica(() => answer(call, context))
    : answer;
  const isSigned = endpoint.scope === 'signed_delivery';
  routes.served.add(endpoint);
  app.route({
    method: endpoint.method,
    url: `/api/v1${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: endpoint.bodyLimit ?? 262_144,
    config: {
      policy: 'public',
      ...(endpoint.takes ? { takes: endpoint.takes } : {}),
      ...(isSigned ? { isSigned } : {}),
      ...(endpoint.readApart ? { isReadApart: true as const } : {}),
      rateLimit: {
        max: endpoint.perMinute ?? 300,
        timeWindow: 60_000,
        ...(isSigned ? { keyGenerator: deliverySender } : {}),
      },
    },
    // After the rate limit, so that refused calls count too, and before the body is read.
    preParsing: async (request) => {
      admit(endpoint, request.actor, ctx.config);
      if (isSigned) request.signatureAttempt = beginDelivery(credentials, request);
    },
    handler: async (request, reply) => {
      const { parsed, ignored, proof } = parts(endpoint, request);
      const needed = proofFor(endpoint, parsed.body);
      if (needed !== undefined) await requireProof(ctx, request.actor, needed, proof);
      const call = {
        ...parsed,
        actor: actorOf(endpoint, request.actor),
        raw: request.rawBody,
        headers: request.headers,
        address: request.ip,
        home: calledAddress(ctx.config, request.host),
        requestId: request.id,
        reply,
      };
      if (endpoint.gives !== undefined) return sendFile(reply, endpoint.gives, (await handle(call, ctx)) as SentFile);
      const run = async () => {
        const result = await (isSigned ? countDelivery(request, handle(call, ctx)) : handle(call, ctx));
        const isWaiting = result instanceof Accepted;
        const hasMeta = endpoint.meta !== undefined;
        const body = isWaiting || hasMeta ? (result as { data: unknown; meta?: unknown }) : { data: result };
        if (strict) checkReply(endpoint, body, isWaiting);
        const status = isWaiting ? 202 : (endpoint.status ?? 200);
        return { status, body: ignored ? { data: body.data, meta: ignored } : body };
      };
      const done = takesIdempotencyKey(endpoint) ? await answerOnce(ctx, call, endpoint, run) : await run();
      if ('isReplay' in done) void reply.header('Idempotent-Replayed', 'true');
      return reply.code(done.status).send(done.body);
    },
  });
}
