import type * as z from 'zod/mini';
import type { Provider } from '../config.ts';

/** Why a platform call failed. `expired` and `revoked` require the user to reconnect; `refused` is a denied connection. */
export type FailureReason = 'expired' | 'revoked' | 'rate_limited' | 'unreachable' | 'refused';

export class PlatformFailure extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
  }
}

/** The tokens of an account at its platform, stored encrypted. Times are ISO 8601. */
export type Tokens = {
  access: string;
  accessEndsAt: string;
  refresh: string | null;
  /** When the permission expires unless renewed; null if it doesn't expire. */
  permissionEndsAt: string | null;
};

export type PlatformAccount = { externalId: string; handle: string; backendName: string };

/** Current figures; null if the platform doesn't report them. Views and engagements are those of `recentPosts` posts. */
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
  /** The address where the user grants permission. */
  permissionUrl(keys: Provider, flow: { state: string; redirectUri: string; challenge: string | null }): string;
  exchange(
    keys: Provider,
    flow: { code: string; redirectUri: string; verifier: string | null },
    now: Date,
  ): Promise<Tokens>;
  isRenewalDue(tokens: Tokens, now: Date): boolean;
  renew(keys: Provider, tokens: Tokens, now: Date): Promise<Tokens>;
  read(keys: Provider, tokens: Tokens): Promise<{ account: PlatformAccount; figures: Figures }>;
  revoke(keys: Provider, tokens: Tokens): Promise<void>;
};

/** The number of latest posts for views and engagements. */
export const latestPosts = 20;

/** Parses a platform's response; an undocumented shape counts as no response. */
export function readAs<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const read = schema.safeParse(body);
  if (!read.success) throw new PlatformFailure('unreachable', 'a response that does not match the documentation');
  return read.data;
}

export function inSeconds(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}

/** The address of a service, or of its replacement in tests. */
export function at(keys: Provider, own: string): string {
  return (keys.baseUrl ?? own).replace(/\/+$/, '');
}

/** The sum of the reported values; null if there are none. */
export function sum(values: readonly (number | null | undefined)[]): number | null {
  const reported = values.filter((value) => typeof value === 'number');
  return reported.length === 0 ? null : reported.reduce((total, value) => total + value, 0);
}

export function queryText(parameters: Record<string, string>): string {
  return new URLSearchParams(parameters).toString();
}
