import { randomInt } from 'node:crypto';
import type { OutgoingFault } from '@vitrine/contract/webhooks.ts';
import { mailboxOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import { ownersOf } from '../merchants/owners.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { queueMail, type Reader } from '../platform/mail/mail.ts';
import type { DueDelivery } from './webhooks.claims.ts';
import { endpointOffMail } from './webhooks.mails.ts';
import { countAttempt } from './webhooks.metrics.ts';

/** The result of one request: a status, or why there was none. */
export type AttemptResult = { at: Date; tookMs: number; answer: string } & (
  | { status: number; fault: null }
  | { status: null; fault: OutgoingFault }
);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The pauses between the attempts: ten attempts in 70 hours, or up to 77 with the jitter. */
const pausesMs = [
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  24 * hourMs,
  24 * hourMs,
] as const;
/** An endpoint that gave up on a delivery and had no success for so long is turned off. */
const lastingMs = 60 * hourMs;
/** The status by which an endpoint says that it wants nothing anymore. */
const gone = 410;

/** The pause after this many tries, up to a tenth longer so that what failed together isn't sent together again. */
function pauseAfter(tries: number): number | undefined {
  const pause = pausesMs[tries - 1];
  return pause === undefined ? undefined : pause + randomInt(pause / 10);
}

async function insertAttempt(tx: Tx, claim: DueDelivery, result: AttemptResult): Promise<void> {
  await tx
    .insertInto('outgoing_attempts')
    .values({
      merchant_id: claim.merchant_id,
      delivery_id: claim.id,
      number: claim.attempts,
      at: result.at,
      status: result.status,
      fault: result.fault,
      took_ms: result.tookMs,
      answer: result.answer,
    })
    .execute();
}

type DeliveryEnd = { state: 'waiting' | 'delivered' | 'failed'; next_attempt_at: Date | null; ended_at: Date | null };

/** Saves what came of a claim. False if the claim had ended and another one took its place, or the endpoint is gone. */
async function saveDelivery(tx: Tx, claim: DueDelivery, end: DeliveryEnd): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outgoing_deliveries')
    .set({ ...end, claimed_until: null })
    .where('merchant_id', '=', claim.merchant_id)
    .where('id', '=', claim.id)
    .where('attempts', '=', claim.attempts)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function endpointOf(tx: Tx, { merchant_id, endpoint_id }: DueDelivery) {
  return tx.updateTable('webhook_endpoints').where('merchant_id', '=', merchant_id).where('id', '=', endpoint_id);
}

/** Turns the endpoint off, once, and tells the owners. What waits for it can be replayed later. */
async function turnOff(
  ctx: Context,
  tx: Tx,
  claim: DueDelivery,
  { reason, owners, now }: { reason: 'failing' | 'gone'; owners: readonly Reader[]; now: Date },
): Promise<void> {
  const off = await endpointOf(tx, claim)
    .set({ state: 'off', off_reason: reason, off_at: now })
    .where('state', '=', 'on')
    .returning('url')
    .executeTakeFirst();
  if (!off) return;
  await tx
    .updateTable('outgoing_deliveries')
    .set({ state: 'missed', ended_at: now, next_attempt_at: null })
    .where('merchant_id', '=', claim.merchant_id)
    .where('endpoint_id', '=', claim.endpoint_id)
    .where('state', '=', 'waiting')
    .where('claimed_until', 'is', null)
    .execute();
  const destination = off.url.replace(/[?#].*$/s, '');
  await audit(ctx, tx, anonymous, {
    action: 'webhook.turned_off',
    merchantId: claim.merchant_id,
    subject: { kind: 'webhook_endpoint', id: claim.endpoint_id },
    details: { destination, reason },
  });
  const brand = await tx
    .selectFrom('merchants')
    .select(['slug', 'display_name'])
    .where('id', '=', claim.merchant_id)
    .executeTakeFirstOrThrow();
  const facts = { brand: brand.display_name, slug: brand.slug, url: destination, reason };
  const to = { merchantId: claim.merchant_id, staffWith: 'shop' } as const;
  await notify(ctx, tx, to, { kind: 'delivery_failed', what: 'webhook_off' });
  for (const owner of owners) await queueMail(ctx, tx, endpointOffMail(ctx, owner, facts));
}

async function readOwners(ctx: Context, merchantId: string): Promise<Reader[]> {
  const mailboxes = await Promise.all((await ownersOf(ctx, merchantId)).map((id) => mailboxOf(ctx, id)));
  return mailboxes.filter((mailbox) => mailbox !== undefined);
}

async function saveSuccess(ctx: Context, claim: DueDelivery, result: AttemptResult): Promise<void> {
  await ctx.database.as({ role: 'app', merchantId: claim.merchant_id }, async (tx) => {
    const end = { state: 'delivered', next_attempt_at: null, ended_at: ctx.clock.now() } as const;
    if (!(await saveDelivery(tx, claim, end))) return;
    await insertAttempt(tx, claim, result);
    await endpointOf(tx, claim).set({ failing_since: null }).where('failing_since', 'is not', null).execute();
  });
  countAttempt(ctx, 'delivered');
}

async function saveFailure(ctx: Context, claim: DueDelivery, result: AttemptResult): Promise<void> {
  const isTest = claim.type === 'webhook.test';
  const isGone = result.status === gone;
  const pause = isTest || isGone ? undefined : pauseAfter(claim.tries);
  const now = ctx.clock.now();
  const end: DeliveryEnd =
    pause === undefined
      ? { state: 'failed', next_attempt_at: null, ended_at: now }
      : { state: 'waiting', next_attempt_at: new Date(now.getTime() + pause), ended_at: null };
  const owners = pause === undefined ? await readOwners(ctx, claim.merchant_id) : [];
  await ctx.database.as({ role: 'app', merchantId: claim.merchant_id }, async (tx) => {
    if (!(await saveDelivery(tx, claim, end))) return;
    await insertAttempt(tx, claim, result);
    if (isTest && !isGone) return;
    const { failing_since: since } = await endpointOf(tx, claim)
      .set((set) => ({ failing_since: set.fn.coalesce('failing_since', set.val(now)) }))
      .returning('failing_since')
      .executeTakeFirstOrThrow();
    const isLasting = pause === undefined && since !== null && now.getTime() - since.getTime() >= lastingMs;
    if (isGone) await turnOff(ctx, tx, claim, { reason: 'gone', owners, now });
    else if (isLasting) await turnOff(ctx, tx, claim, { reason: 'failing', owners, now });
  });
  countAttempt(ctx, pause === undefined ? 'given_up' : 'retried');
}

/** Stores the result of an attempt and what follows from it: delivered, tried again, or given up. */
export async function saveResult(ctx: Context, claim: DueDelivery, result: AttemptResult): Promise<void> {
  const isDelivered = result.status !== null && result.status >= 200 && result.status < 300;
  await (isDelivered ? saveSuccess(ctx, claim, result) : saveFailure(ctx, claim, result));
}
