import type * as z from 'zod/mini';
import type { RefusalCode } from './refusals.ts';

/**
 * Who may call. `anonymous`: anyone, with or without a token. `creator`, `brand`, `operator`: a signed-in person of
 * that role (a creator must have user_status 100). `shop`: a brand's API key.
 */
export type Principal = 'anonymous' | 'creator' | 'brand' | 'operator' | 'shop';

/** Whose objects the call can reach; printed in the OpenAPI document as `x-policy.scope`. */
export type Scope =
  | 'nothing'
  | 'self'
  | 'own_merchant_account'
  | 'own_merchant'
  | 'order_candidate'
  /** Whoever holds the secret that the call names: an invitation's code, the token of a mailed link. */
  | 'code_holder'
  | 'public'
  | 'signed_delivery'
  | 'one_time_grant'
  | 'installation';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/api/v1`, with `{name}` for parameters. */
  path: string;
  summary: string;
  access: readonly Principal[];
  scope: Scope;
  status?: 200 | 201 | 202;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** What stands under `data`. */
  reply: z.ZodMiniType;
  /** What stands under `meta`, for lists. */
  meta?: z.ZodMiniType;
  /** The refusals of this call beside `validation_failed`, `unauthenticated`, `forbidden`, `rate_limited`. */
  refusals?: readonly RefusalCode[];
  /** Requests per minute for one principal (or address), where the default of 300 does not fit. */
  perMinute?: number;
  /** The media types of a body that is a file and not JSON; it is handed over as bytes. */
  takes?: readonly string[];
  /** The media type of an answer that is a file and not JSON; it is never kept for an `Idempotency-Key`. */
  gives?: string;
  /**
   * `secret`: the answer holds something that gives access, or that only its person may know, so it is never kept for
   * an `Idempotency-Key`. `public_code`: its `code` is printed for everybody. A test asks for this wherever a field is
   * named like a secret.
   */
  answers?: 'secret' | 'public_code';
  /** Largest body in bytes where 256 kB does not fit. */
  bodyLimit?: number;
  /** May a creator whose user_status is not 100 call it (S05)? Default no. */
  anyStatus?: boolean;
  /** May a session that only looks (impersonation in view mode) make this unsafe call? Default no. */
  allowedInViewMode?: boolean;
  /** May an operator who helps (impersonation in assist mode) make this unsafe call for its owner? Default no. */
  allowedInAssistMode?: boolean;
  /** Refused to an operator in the owner's place in every mode, although it is safe: exports of personal data. */
  ownerOnly?: boolean;
};

/** Declares one call. The contract is data: server, web, OpenAPI and the access matrix read the same record. */
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
/** What a caller sends, before defaults are filled in. */
export type CallOf<E extends Endpoint> = {
  params?: Input<E['params'], undefined>;
  query?: Input<E['query'], undefined>;
  body?: Input<E['body'], undefined>;
};
export type ReplyOf<E extends Endpoint> = E['meta'] extends z.ZodMiniType
  ? { data: DataOf<E>; meta: MetaOf<E> }
  : { data: DataOf<E> };
