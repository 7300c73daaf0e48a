// Sends what is due. Every request has its own time limit, and an endpoint gets only a few at once, so one that is slow or
// never answers keeps no other waiting. Of a node's runs only one claims: a request for another one wakes it.
import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { OutboundFailure, sendOutbound } from '../platform/outbound/outbound.ts';
import { type DueDelivery, claimDue, waitForEndpoint } from './webhooks.claims.ts';
import { messageOf } from './webhooks.message.ts';
import { type AttemptResult, saveResult } from './webhooks.results.ts';
import { secretsAt, signedHeaders } from './webhooks.secrets.ts';

/** At once from one node. Requests wait for others, so many of them cost little. */
const mostAtOnce = 128;
/** Of an answer, so many bytes are read and so many characters kept. */
const mostBytes = 16_384;
const keptCharacters = 2_000;
/** A run claims nothing after this time, so that it can't keep a node from stopping; it requests the next one. */
const longestRunMs = 60_000;

/** Text that the database takes. */
function excerptOf(body: string): string {
  return body.replaceAll('\u0000', '').slice(0, keptCharacters).toWellFormed();
}

async function attempt(ctx: Context, claim: DueDelivery): Promise<AttemptResult> {
  const at = ctx.clock.now();
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  const body = JSON.stringify(messageOf(claim));
  const signed = signedHeaders(secretsAt(ctx.sealer, claim, at), { id: claim.event_id, at, body });
  try {
    const { loopback, timeoutMs } = ctx.config.outbound;
    const answer = await sendOutbound({
      url: claim.url,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Vitrine-Webhooks', ...signed },
      body,
      reach: { loopback, log: ctx.log },
      timeoutMs,
      mostBytes,
    });
    return { at, tookMs: tookMs(), status: answer.status, fault: null, answer: excerptOf(answer.body) };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return { at, tookMs: tookMs(), status: null, fault: error.fault, answer: '' };
  }
}

async function send(ctx: Context, claim: DueDelivery): Promise<void> {
  try {
    await saveResult(ctx, claim, await attempt(ctx, claim));
  } catch (error) {
    // The claim ends by itself, and then it is sent again.
    ctx.log.error({ err: error, merchant_id: claim.merchant_id, id: claim.id }, 'could not send the webhook');
  }
}

/** Another transaction has the endpoint only for a moment; when it is done, what is due there can be claimed. */
async function waitQuietly(ctx: Context, endpointId: string): Promise<void> {
  try {
    await waitForEndpoint(ctx, endpointId);
  } catch (error) {
    ctx.log.warn({ err: error, id: endpointId }, 'could not wait for the webhook’s endpoint; trying again');
  }
}

/** `isWoken`: something may be due since the run last looked. */
type Run = { isWoken: boolean; wake: () => void };
const runs = new WeakMap<Context, Run>();

/** Sends everything that is due, and what becomes due meanwhile. Returns the number of requests. */
export async function sendWebhooks(ctx: Context): Promise<number> {
  const running = runs.get(ctx);
  if (running) {
    running.wake();
    return 0;
  }
  let woken = Promise.withResolvers<void>();
  const run: Run = {
    isWoken: false,
    wake: () => {
      run.isWoken = true;
      woken.resolve();
    },
  };
  runs.set(ctx, run);
  const flying = new Map<string, Promise<void>>();
  const fly = (key: string, work: Promise<void>) => {
    flying.set(
      key,
      work.finally(() => flying.delete(key)),
    );
  };
  const endsAt = performance.now() + longestRunMs;
  let sent = 0;
  try {
    while (performance.now() < endsAt) {
      woken = Promise.withResolvers();
      run.isWoken = false;
      const { claimed, skipped } = await claimDue(ctx, mostAtOnce - flying.size);
      for (const claim of claimed) fly(randomUUID(), send(ctx, claim));
      if (skipped !== undefined && !flying.has(skipped)) fly(skipped, waitQuietly(ctx, skipped));
      sent += claimed.length;
      if (flying.size === 0 && run.isWoken) continue;
      if (flying.size === 0) return sent;
      await Promise.race([...flying.values(), woken.promise]);
    }
  } finally {
    runs.delete(ctx);
  }
  // The next run doesn't wait for the requests of this one.
  try {
    await ctx.jobs.soon('send_webhooks');
  } finally {
    await Promise.all(flying.values());
  }
  return sent;
}
