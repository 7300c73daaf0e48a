import type * as z from 'zod/mini';
import type { Provider } from '../config.ts';

/** Why a platform gave nothing. `expired` and `revoked` need the person; `refused` is a link-up that did not come about. */
export type FailureReason = 'expired' | 'revoked' | 'rate_limited' | 'unreachable' | 'refused';

export class PlatformFailure extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
  }
}

/** What opens an account at its platform; kept sealed. Times are ISO 8601. */
export type Tokens = {
  access: string;
  accessEndsAt: string;
  refresh: string | null;
  /** When the permission ends unless it is renewed; null where it has no end. */
  permissionEndsAt: string | null;
};

export type Account = { externalId: string; handle: string; backendName: string };

/** Figures of one moment; null where the platform does not tell. Views and engagements are those of `recentPosts` posts. */
export type Figures = {
  followers: number | null;
  posts: number | null;
  views: number | null;
  engagements: number | null;
  recentPosts: number | null;
};

/** One platform's documented OAuth and figures calls. */
export type Platform = {
  usesPkce: boolean;
  /** Where the person gives permission. */
  permissionUrl(keys: Provider, flow: { state: string; redirectUri: string; challenge: string | null }): string;
  exchange(
    keys: Provider,
    flow: { code: string; redirectUri: string; verifier: string | null },
    now: Date,
  ): Promise<Tokens>;
  isRenewalDue(tokens: Tokens, now: Date): boolean;
  renew(keys: Provider, tokens: Tokens, now: Date): Promise<Tokens>;
  read(keys: Provider, tokens: Tokens): Promise<{ account: Account; figures: Figures }>;
  revoke(keys: Provider, tokens: Tokens): Promise<void>;
};

/** How many of the latest posts views and engagements are taken from. */
export const latestPosts = 20;

/** Reads what a platform answered; an answer that is not as documented counts as none. */
export function readAs<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const read = schema.safeParse(body);
  if (!read.success) throw new PlatformFailure('unreachable', 'a response that does not match the documentation');
  return read.data;
}

export function inSeconds(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}

/** A service's own address, or that of its stand-in. */
export function at(keys: Provider, own: string): string {
  return (keys.baseUrl ?? own).replace(/\/+$/, '');
}

/** The sum of what is told; null where nothing is. */
export function sum(values: readonly (number | null | undefined)[]): number | null {
  const told = values.filter((value) => typeof value === 'number');
  return told.length === 0 ? null : told.reduce((total, value) => total + value, 0);
}

export function queryText(parameters: Record<string, string>): string {
  return new URLSearchParams(parameters).toString();
}
