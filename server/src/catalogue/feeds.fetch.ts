// Fetches the address of a feed, politely: it asks only for what is newer, follows few redirects and checks each like the
// address itself, and waits as long as the server says.
import type { Context } from '../context.ts';
import { type OutboundBytes, OutboundFailure, sendOutboundForBytes } from '../platform/outbound/outbound.ts';
import { hideInAddresses } from '../platform/shown.addresses.ts';
import { excerptOf, FeedFailure } from './feeds.failure.ts';
import { claimHost, releaseHost } from './feeds.hosts.ts';

const mostFeedBytes = 20_000_000;
const mostRedirects = 3;
const longestWaitMs = 24 * 3_600_000;
/** A table takes longer than the short requests that the setting is for. */
const timesAsLong = 3;

/** What a brand typed. */
export type FeedAddress = { merchantId: string; url: string };

export type FeedVersion = { etag: string | null; lastModified: string | null };

/** `busy`: the host has another request, or asked to be left alone until then. */
export type FeedAnswer =
  | { kind: 'table'; bytes: Buffer; contentType: string; version: FeedVersion }
  | { kind: 'not_modified' }
  | { kind: 'busy'; until: Date };

function waitOf(retryAfter: string | undefined, now: Date): Date | undefined {
  if (retryAfter === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(retryAfter.trim()) ? Number(retryAfter) : undefined;
  const at = seconds === undefined ? Date.parse(retryAfter) : now.getTime() + seconds * 1_000;
  return Number.isNaN(at) ? undefined : new Date(Math.min(at, now.getTime() + longestWaitMs));
}

/** Sends one request, without a wait for the host. */
async function requestFeed(ctx: Context, url: string, known: FeedVersion | undefined): Promise<OutboundBytes> {
  const { loopback, timeoutMs } = ctx.config.outbound;
  return sendOutboundForBytes({
    url,
    method: 'GET',
    headers: {
      'user-agent': `Vitrine-Feeds (+${ctx.config.publicUrl})`,
      accept: 'text/csv, text/tab-separated-values, application/rss+xml, application/xml, text/plain;q=0.8, */*;q=0.1',
      'accept-encoding': 'identity',
      ...(known?.etag != null && { 'if-none-match': known.etag }),
      ...(known?.lastModified != null && { 'if-modified-since': known.lastModified }),
    },
    reach: { loopback, log: ctx.log },
    timeoutMs: timeoutMs * timesAsLong,
    mostBytes: mostFeedBytes,
  });
}

function read({ status, bytes, isCut, headers }: OutboundBytes, now: Date): FeedAnswer {
  if (status === 304) return { kind: 'not_modified' };
  if (status === 429 || status === 503)
    throw new FeedFailure('rate_limited', String(status), waitOf(headers['retry-after'], now));
  if (status !== 200) throw new FeedFailure('status', String(status));
  if (isCut) throw new FeedFailure('too_large', `${mostFeedBytes / 1_000_000} MB`);
  const version = { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null };
  return { kind: 'table', bytes, contentType: headers['content-type'] ?? '', version };
}

const redirects = new Set([301, 302, 303, 307, 308]);

/** Where the next request goes, if the answer sends it on. */
function nextUrl({ status, headers }: OutboundBytes, url: string): string | undefined {
  if (!redirects.has(status)) return undefined;
  const location = headers.location ?? '';
  if (!URL.canParse(location, url))
    throw new FeedFailure('redirect_refused', `“${excerptOf(hideInAddresses(location))}”`);
  return new URL(location, url).href;
}

type Step = { answer: FeedAnswer } | { next: string };

type Hop = FeedAddress & { hops: number };

async function takeStep(ctx: Context, { merchantId, url, hops }: Hop, known: FeedVersion | undefined): Promise<Step> {
  const host = { merchantId, host: new URL(url).host };
  const until = await claimHost(ctx, host);
  if (until) return { answer: { kind: 'busy', until } };
  let waitUntil: Date | undefined;
  try {
    const sent = await requestFeed(ctx, url, known);
    const next = nextUrl(sent, url);
    return next === undefined ? { answer: read(sent, ctx.clock.now()) } : { next };
  } catch (error) {
    if (error instanceof FeedFailure) waitUntil = error.retryAt;
    if (!(error instanceof OutboundFailure)) throw error;
    const isRedirect = hops > 0 && error.fault === 'address_refused';
    throw new FeedFailure(
      isRedirect ? 'redirect_refused' : error.fault,
      isRedirect ? `${excerptOf(hideInAddresses(url))} (${error.seen})` : excerptOf(error.seen),
    );
  } finally {
    await releaseHost(ctx, host, waitUntil);
  }
}

/** Throws a `FeedFailure` with what was seen instead of a table. `known` is the version that was imported last. */
export async function fetchFeed(ctx: Context, address: FeedAddress, known?: FeedVersion): Promise<FeedAnswer> {
  let { url } = address;
  for (let hops = 0; hops <= mostRedirects; hops += 1) {
    const step = await takeStep(ctx, { ...address, url, hops }, known);
    if ('answer' in step) return step.answer;
    url = step.next;
  }
  throw new FeedFailure('too_many_redirects', excerptOf(hideInAddresses(url)));
}
