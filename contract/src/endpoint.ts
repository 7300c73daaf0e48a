import * as z from 'zod/mini';
import type { RefusalCode } from './refusals.ts';
import type { BrandRight } from './values/brand-roles.ts';

/**
 * Who may call. `anonymous`: anyone, with or without a token. `creator`, `brand`, `operator`: a logged-in user with
 * that role (a creator must have user_status 100). `shop`: a brand's API key.
 */
export type Principal = 'anonymous' | 'creator' | 'brand' | 'operator' | 'shop';

/** Whose data the call can reach; printed in the OpenAPI document as `x-policy.scope`. */
export type Scope =
  | 'nothing'
  | 'self'
  | 'own_merchant_account'
  | 'own_merchant'
  | 'order_candidate'
  /** The holder of the secret in the call: an invitation code or the token of an emailed link. */
  | 'code_holder'
  | 'public'
  | 'signed_delivery'
  | 'one_time_grant'
  | 'installation';

/**
 * What a user shows again before a call, so that an open session is not enough. `password`: their password. `factors`:
 * every factor that they log in with, which is the password, and with two-factor login also a code or a passkey.
 */
export type Proof = 'password' | 'factors';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/api/v1`, with `{name}` for parameters. */
  path: string;
  summary: string;
  access: readonly Principal[];
  scope: Scope;
  /** What a member of the brand's staff needs; required of every call of the brand's console. */
  right?: BrandRight;
  /** The proof that the call takes in the field `proof` of its body. Default none: the session is enough. */
  proof?: Proof;
  /** Whether a body needs that proof, where only some do. */
  proofWhen?: (body: never) => boolean;
  status?: 200 | 201 | 202;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The value of `data` in the response. */
  reply: z.ZodMiniType;
  /** The value of `data` in a 202: the call was stored, and takes effect once what it waits for is there. */
  waiting?: z.ZodMiniType;
  /** The value of `meta` in the response of a list. */
  meta?: z.ZodMiniType;
  /** The refusals of this call besides `validation_failed`, `unauthenticated`, `forbidden`, `rate_limited`. */
  refusals?: readonly RefusalCode[];
  /** Requests per minute and caller (or IP address). Default 300. */
  perMinute?: number;
  /** The media types of the body if it is a file instead of JSON; the handler gets bytes. */
  takes?: readonly string[];
  /** The media type of the response if it is a file instead of JSON; never stored for an `Idempotency-Key`. */
  gives?: string;
  /**
   * `secret`: the response contains something that gives access or that only its owner may know, so it is never stored
   * for an `Idempotency-Key`. `public_code`: its `code` is public. A test requires one of the two wherever a field is
   * named like a secret.
   */
  answers?: 'secret' | 'public_code';
  /** Largest body in bytes. Default 256 kB. */
  bodyLimit?: number;
  /** A file in JSON: it is parsed and checked on another thread than the one that redirects, and the handler gets bytes. */
  readApart?: true;
  /** A long read, which a replica of the database may answer if it has everything that is committed. Default no. */
  readsReplica?: boolean;
  /** May a creator whose user_status is not 100 call it (S05)? Default no. */
  anyStatus?: boolean;
  /** May a creator whom an operator suspended make this unsafe call? Default no; reading is always allowed. */
  allowedWhileSuspended?: boolean;
  /** May a view-only session (impersonation in view mode) make this unsafe call? Default no. */
  allowedInViewMode?: boolean;
  /** May an operator who assists (impersonation in assist mode) make this unsafe call for the creator? Default no. */
  allowedInAssistMode?: boolean;
  /** Refused during impersonation in every mode, although it is a safe call: exports of personal data. */
  ownerOnly?: boolean;
};

/**
 * Whether only shops call it. Their software sends fields that we don't know, and new ones without notice: these calls
 * ignore such fields and name them in `meta`. All other calls refuse them.
 */
export function isShopCall({ access }: Pick<Endpoint, 'access'>): boolean {
  return access.length > 0 && access.every((principal) => principal === 'shop');
}

/**
 * Whether an operator needs two-factor login for it in production: for everything but their own account, where they turn
 * it on.
 */
export function isForSecuredOperators({ access, scope }: Pick<Endpoint, 'access' | 'scope'>): boolean {
  return access.includes('operator') && !access.includes('anonymous') && scope !== 'self';
}

/** Whether a suspended creator is refused: every change of theirs that the contract doesn't open to them. */
export function isClosedWhileSuspended({
  access,
  method,
  allowedWhileSuspended,
}: Pick<Endpoint, 'access' | 'method' | 'allowedWhileSuspended'>): boolean {
  return access.includes('creator') && !access.includes('anonymous') && method !== 'GET' && !allowedWhileSuspended;
}

/** Whether an `Idempotency-Key` counts: for every unsafe call but deliveries, which are known by ids of their own. */
export function takesIdempotencyKey({ method, scope }: Pick<Endpoint, 'method' | 'scope'>): boolean {
  return method !== 'GET' && scope !== 'signed_delivery';
}

/** The part of `meta` that names ignored fields, like `lines.0.colour`. It is left out if there are none. */
export const ignoredFields = z.strictObject({
  ignored_fields: z.optional(z.array(z.string())),
  /** How many more there are than `ignored_fields` names. */
  more_ignored_fields: z.optional(z.int()),
});
export type IgnoredFields = z.output<typeof ignoredFields>;

/** Declares one call. Server, web, OpenAPI and the access matrix all read this record. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Output<S, Else> = S extends z.ZodMiniType ? z.output<S> : Else;
type Input<S, Else> = S extends z.ZodMiniType ? z.input<S> : Else;

export type ParamsOf<E extends Endpoint> = Output<E['params'], Record<never, never>>;
export type QueryOf<E extends Endpoint> = Output<E['query'], Record<never, never>>;
export type BodyOf<E extends Endpoint> = Output<E['body'], undefined>;
export type DataOf<E extends Endpoint> = z.output<E['reply']>;
export type MetaOf<E extends Endpoint> = Output<E['meta'], undefined>;
export type WaitingOf<E extends Endpoint> = Output<E['waiting'], never>;
/** What a caller sends, before defaults are applied. */
export type CallOf<E extends Endpoint> = {
  params?: Input<E['params'], undefined>;
  query?: Input<E['query'], undefined>;
  body?: SentBody<E>;
};
type SentBody<E extends Endpoint> = E['proof'] extends Proof
  ? Input<E['body'], object> & { proof?: string }
  : Input<E['body'], undefined>;
export type ReplyOf<E extends Endpoint> = E['meta'] extends z.ZodMiniType
  ? { data: DataOf<E>; meta: MetaOf<E> }
  : { data: DataOf<E> };
