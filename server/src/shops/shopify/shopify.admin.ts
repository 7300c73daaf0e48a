// Calls of Shopify's Admin API. Source: Shopify's documentation of the GraphQL Admin API, of its rate limits, and of the
// client credentials grant, whose tokens last 24 hours.
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { readJson } from '../../platform/http/body.ts';
import { type OutboundAnswer, OutboundFailure, sendOutbound } from '../../platform/outbound/outbound.ts';

const apiVersion = '2026-10';
const mostBytes = 8 * 1024 * 1024;
const timeoutMs = 20_000;
/** When Shopify says that we are too fast and not for how long. */
const usualWaitMs = 2_000;
const mostWaitMs = 10 * 60_000;

/**
 * Why a call has no result. `domain_wrong`: there is no such shop. `token_refused`: token or client is wrong or was
 * revoked. `scope_missing`: `detail` is its name. `shop_closed`: paused or unpaid. `currency_differs`: `detail` is the
 * shop's currency and the brand's. `too_fast`: wait for `waitMs`.
 */
export type ShopifyFault =
  | 'domain_wrong'
  | 'token_refused'
  | 'not_installed'
  | 'scope_missing'
  | 'shop_closed'
  | 'currency_differs'
  | 'too_fast'
  | 'unreachable'
  | 'unexpected';

export class ShopifyFailure extends Error {
  readonly fault: ShopifyFault;
  readonly detail: string;
  readonly waitMs: number;
  constructor(fault: ShopifyFault, detail = '', waitMs = 0) {
    super(`${fault} ${detail}`.trim());
    this.fault = fault;
    this.detail = detail;
    this.waitMs = waitMs;
  }
}

const shopDomain = /^[a-z0-9][a-z0-9-]{0,99}\.myshopify\.com$/;

export function isShopDomain(domain: string): boolean {
  return shopDomain.test(domain);
}

type Call = { domain: string; path: string; headers: Record<string, string>; body: string };

/** Sends a request to a shop's own address, which is checked here once more: nothing else may get a token. */
async function send(ctx: Context, { domain, path, headers, body }: Call): Promise<OutboundAnswer> {
  if (!isShopDomain(domain)) throw new ShopifyFailure('domain_wrong', domain);
  const { shopifyBaseUrl: base } = ctx.config;
  let answer: OutboundAnswer;
  try {
    answer = await sendOutbound({
      url: `${base ?? `https://${domain}`}${path}`,
      method: 'POST',
      headers: { accept: 'application/json', ...headers },
      body,
      timeoutMs: Math.min(timeoutMs, 2 * ctx.config.outbound.timeoutMs),
      mostBytes,
      ...(base === undefined && { reach: { loopback: false, log: ctx.log } }),
    });
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    throw new ShopifyFailure('unreachable', error.fault);
  }
  throwStatus(answer, domain);
  return answer;
}

function throwStatus({ status, isCut, retryAfter }: OutboundAnswer, domain: string): void {
  if (isCut) throw new ShopifyFailure('unexpected', 'the answer is too long');
  // A shop's other addresses redirect; so does an address that no longer is one.
  if (status === 404 || (status >= 300 && status < 400)) throw new ShopifyFailure('domain_wrong', domain);
  if (status === 401 || status === 403) throw new ShopifyFailure('token_refused');
  if (status === 402 || status === 423) throw new ShopifyFailure('shop_closed');
  if (status === 429) throw new ShopifyFailure('too_fast', '', waitOf(retryAfter));
  if (status >= 500) throw new ShopifyFailure('unreachable', String(status));
}

function waitOf(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1_000, mostWaitMs) : usualWaitMs;
}

function parse<S extends z.ZodMiniType>(schema: S, { body }: OutboundAnswer): z.output<S> {
  let content: unknown;
  try {
    content = readJson(body);
  } catch {
    throw new ShopifyFailure('unexpected', 'the answer is not JSON');
  }
  const read = schema.safeParse(content);
  if (!read.success)
    throw new ShopifyFailure('unexpected', read.error.issues[0]?.path.join('.').slice(0, 200) || 'answer');
  return read.data;
}

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.optional(z.number()) });
const grantError = z.object({ error: z.optional(z.string()) });
const dayMs = 86_400_000;

/** A token for a client, and for how long it is valid. */
export async function requestToken(
  ctx: Context,
  domain: string,
  client: { id: string; secret: string },
): Promise<{ token: string; validMs: number }> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: client.secret,
  });
  const answer = await send(ctx, {
    domain,
    path: '/admin/oauth/access_token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  });
  if (answer.status >= 400) {
    const { error = '' } = parse(grantError, answer);
    throw new ShopifyFailure(
      /not_permitted|not_installed|cannot_be_found/.test(error) ? 'not_installed' : 'token_refused',
    );
  }
  const { access_token: token, expires_in: seconds } = parse(tokenAnswer, answer);
  return { token, validMs: seconds === undefined ? dayMs : seconds * 1_000 };
}

const cost = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number() }),
});
const envelope = z.object({
  data: z.optional(z.unknown()),
  errors: z.optional(
    z.union([
      z.string(),
      z.array(z.object({ message: z.string(), extensions: z.optional(z.object({ code: z.optional(z.string()) })) })),
    ]),
  ),
  extensions: z.optional(z.object({ cost: z.optional(cost) })),
});

/** How long until the shop allows the same query again. */
function pauseOf(spent: z.output<typeof cost> | undefined): number {
  if (!spent) return 0;
  const { currentlyAvailable: available, restoreRate: rate } = spent.throttleStatus;
  const missing = spent.requestedQueryCost - available;
  return missing > 0 ? Math.min(Math.ceil((missing / Math.max(rate, 1)) * 1_000), mostWaitMs) : 0;
}

function throwErrors({ errors, extensions }: z.output<typeof envelope>): void {
  if (typeof errors === 'string') throw new ShopifyFailure('token_refused');
  const [first] = errors ?? [];
  if (!first) return;
  const code = first.extensions?.code;
  if (code === 'THROTTLED') throw new ShopifyFailure('too_fast', '', pauseOf(extensions?.cost) || usualWaitMs);
  const scope = /`(\w+)` access scope/.exec(first.message)?.[1];
  if (code === 'ACCESS_DENIED') throw new ShopifyFailure('scope_missing', scope ?? '');
  throw new ShopifyFailure('unexpected', first.message.slice(0, 200));
}

/** The data of a query, and how long to wait before it may be sent again. */
export async function queryShopify<S extends z.ZodMiniType>(
  ctx: Context,
  { domain, token }: { domain: string; token: string },
  { query, variables, schema }: { query: string; variables: Record<string, unknown>; schema: S },
): Promise<{ data: z.output<S>; waitMs: number }> {
  const answer = await send(ctx, {
    domain,
    path: `/admin/api/${apiVersion}/graphql.json`,
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query, variables }),
  });
  const content = parse(envelope, answer);
  throwErrors(content);
  const read = schema.safeParse(content.data);
  if (!read.success)
    throw new ShopifyFailure('unexpected', read.error.issues[0]?.path.join('.').slice(0, 200) || 'data');
  return { data: read.data, waitMs: pauseOf(content.extensions?.cost) };
}
