import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ShopDelivery } from '../server/src/shops/histories.shop.testing.ts';

// Sends webhooks at a fixed rate, whatever the answers take, and again what was not acknowledged, as platforms do.

/** Platforms wait longer; the other node is there right away. */
const againAfterMs = 1_000;
const mostAttempts = 120;

export type SendAttempt = { delivery: ShopDelivery; plannedAt: number; tookMs: number; status: number };

export type Sender = {
  sent: number;
  resent: number;
  /** Every request that was answered, with the time since it should have been sent. */
  answered: SendAttempt[];
  acknowledged: Set<ShopDelivery>;
};

const agent = new Agent({ keepAlive: true });

function post(origin: string, delivery: ShopDelivery): Promise<number> {
  const { method, url, headers, payload } = delivery.request(new Date());
  return new Promise((resolve, reject) => {
    const call = request(`${origin}${url}`, {
      agent,
      method,
      headers: { ...headers, 'content-length': Buffer.byteLength(payload) },
    });
    call.on('error', reject);
    call.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
    call.end(payload);
  });
}

async function sendUntilAcknowledged(
  sender: Sender,
  origins: readonly string[],
  { delivery, number, plannedAt }: { delivery: ShopDelivery; number: number; plannedAt: number },
  signal: AbortSignal,
): Promise<void> {
  let planned = plannedAt;
  for (let attempt = 0; ; attempt += 1) {
    const status = await post(origins[(number + attempt) % origins.length] ?? '', delivery).catch(() => 0);
    const now = performance.now();
    if (status !== 0) sender.answered.push({ delivery, plannedAt: planned, tookMs: now - planned, status });
    if (status >= 200 && status < 300) {
      sender.acknowledged.add(delivery);
      return;
    }
    if (attempt === mostAttempts) throw new Error(`${delivery.about} is still answered ${status}`);
    sender.resent += 1;
    planned = now + againAfterMs;
    await pause(againAfterMs, undefined, { signal });
  }
}

/** Sends these deliveries at a rate, and waits until each is acknowledged. Ends at the first that never is. */
export async function sendAtRate(
  origins: readonly string[],
  deliveries: Iterable<ShopDelivery>,
  perSecond: number,
  signal: AbortSignal,
): Promise<Sender> {
  // One that fails stops all others, and those that are under way are waited for, so that nothing is sent afterwards.
  const failing = new AbortController();
  const ended = AbortSignal.any([signal, failing.signal]);
  const sender: Sender = { sent: 0, resent: 0, answered: [], acknowledged: new Set() };
  const running: Promise<void>[] = [];
  const startedAt = performance.now();
  for (const delivery of deliveries) {
    const number = sender.sent;
    const plannedAt = startedAt + (number * 1_000) / perSecond;
    const early = plannedAt - performance.now();
    if (early > 0) await pause(early, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) break;
    sender.sent += 1;
    running.push(
      sendUntilAcknowledged(sender, origins, { delivery, number, plannedAt }, ended).catch((error: unknown) => {
        failing.abort(error);
      }),
    );
  }
  await Promise.all(running);
  ended.throwIfAborted();
  return sender;
}
