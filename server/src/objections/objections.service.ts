// An objection is what a creator says against the decline of a commission.
//  - It can be sent once for each decline, within 30 days. A decline that a new decision of the order repeats is the
//    same one.
//  - The brand has 7 days to answer. Accepted or without an answer, the decline is taken back: what the line earns now is
//    credited again. Rejected, the commission stays declined.
//  - Locks: the objection, then the order's row and what follows it.
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { BrandObjection, OwnDecline, listObjections, Objection } from '@vitrine/contract/objections.ts';
import type { rejectObjection } from '@vitrine/contract/objections.ts';
import type { QueryOf } from '@vitrine/contract/endpoint.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { mailboxesOf, mailboxOf } from '../accounts/mailbox.ts';
import { notifyCreator } from '../commissions/commissions.news.ts';
import type { Context } from '../context.ts';
import { accessMerchantAccount } from '../creators/creators.access.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { staffWith } from '../merchants/owners.ts';
import { takeBackDecline } from '../orders/orders.declines.ts';
import { type Actor, anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { record } from '../platform/events/record.ts';
import { isId, newId } from '../platform/ids.ts';
import { queueMails, type Reader } from '../platform/mail/mail.ts';
import { Refusal } from '../platform/refusal.ts';
import { objectionAnsweredMail, objectionMail } from './objections.mails.ts';
import {
  type DeclinedRecord,
  findDeclined,
  findOverdue,
  insertObjection,
  listDeclinedIn,
  lockObjection,
  type ObjectionRecord,
  saveAnswer,
} from './objections.queries.ts';
import { objectionsIn, pageOfObjections, readObjection, readOwnObjection } from './objections.views.ts';

const dayMs = 86_400_000;
/** How long after a decline a creator can object. */
const daysToObject = 30;
/** How long the brand has to answer. */
const daysToAnswer = 7;
/** The most that one run decides; the next run continues. */
const mostAtOnce = 500;

function endOfObjecting(declinedAt: Date): Date {
  return new Date(declinedAt.getTime() + daysToObject * dayMs);
}

export async function listDeclinedOf(
  ctx: Context,
  actor: Actor,
  account: string,
  orderId: string,
): Promise<OwnDecline[]> {
  const of = await accessMerchantAccount(ctx, actor, account);
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'app', creatorId: of.creatorId }, async (tx) => {
    const sent = await objectionsIn(tx, of, orderId);
    return (await listDeclinedIn(tx, of, orderId)).map((row) => {
      const objection = sent.get(row.line_id) ?? null;
      const until = endOfObjecting(row.declined_at);
      return {
        commission_id: row.id,
        product_title: row.title,
        amount: toMoney(row.amount, row.currency),
        declined_at: row.declined_at.toISOString(),
        decline_reason: row.decline_reason,
        may_object_until: objection === null && until > now ? until.toISOString() : null,
        objection,
      };
    });
  });
}

/** Who is told about a new objection. Read before the transaction, so that it doesn't need a second connection. */
async function reviewersOf(ctx: Context, merchantId: string): Promise<Reader[]> {
  return [...(await mailboxesOf(ctx, await staffWith(ctx, merchantId, 'orders'))).values()];
}

async function requireDeclined(ctx: Context, creatorId: string, commissionId: string): Promise<DeclinedRecord> {
  if (!isId(commissionId)) throw new Refusal('not_found');
  const found = await ctx.database.as({ role: 'app', creatorId }, async (tx) => {
    const own = await tx
      .selectFrom('commissions')
      .select('id')
      .where('creator_id', '=', creatorId)
      .where('id', '=', commissionId)
      .executeTakeFirst();
    return own ? { declined: await findDeclined(tx, creatorId, commissionId) } : undefined;
  });
  if (!found) throw new Refusal('not_found');
  if (!found.declined) throw new Refusal('conflict', { message: 'This commission isn’t declined' });
  if (endOfObjecting(found.declined.declined_at) <= ctx.clock.now())
    throw new Refusal('conflict', { message: `The ${daysToObject} days in which you could object are over` });
  return found.declined;
}

export async function sendObjectionOf(
  ctx: Context,
  actor: Actor,
  commissionId: string,
  text: string,
): Promise<Objection> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const declined = await requireDeclined(ctx, actor.userId, commissionId);
  const reviewers = await reviewersOf(ctx, declined.merchant_id);
  const creator = await mailboxOf(ctx, actor.userId);
  const now = ctx.clock.now();
  const dueAt = new Date(now.getTime() + daysToAnswer * dayMs);
  const { merchant_id: merchantId, order_id: orderId } = declined;
  const id = newId(now);
  return ctx.database.as({ role: 'app', merchantId, creatorId: actor.userId }, async (tx) => {
    const isNew = await insertObjection(tx, {
      merchant_id: merchantId,
      id,
      merchant_account_id: declined.merchant_account_id,
      creator_id: actor.userId,
      order_id: orderId,
      line_id: declined.line_id,
      commission_id: declined.id,
      body: text,
      created_at: now,
      due_at: dueAt,
      answer: null,
      answered_by: null,
      answered_at: null,
    });
    if (!isNew) throw new Refusal('conflict', { message: 'You have already objected to this decline' });
    await audit(ctx, tx, actor, {
      action: 'objection.sent',
      merchantId,
      subject: { kind: 'objection', id },
      details: { order_id: orderId, commission_id: declined.id, due_at: dueAt.toISOString() },
    });
    await record(ctx, tx, { merchantId }, { kind: 'order-decided', order_id: orderId });
    await notify(
      ctx,
      tx,
      { merchantId, staffWith: 'orders' },
      { kind: 'objection', order_id: orderId, account: declined.merchant_account_id, due_at: dueAt.toISOString() },
    );
    const about = { ...declined, orderId, text, dueAt, creator: creator?.displayName ?? '' };
    await queueMails(
      ctx,
      tx,
      reviewers.map((reader) => objectionMail(ctx, reader, about)),
    );
    return readOwnObjection(tx, actor.userId, id);
  });
}

export async function listObjectionsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listObjections>,
) {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => pageOfObjections(tx, merchantId, query));
}

type Answer = { state: 'accepted' | 'rejected' | 'lapsed'; answer: string | null };
type Told = { creator: Reader | undefined; brand: { name: string; slug: string } };

/** Carries out an answer, in a transaction in the scope of the brand that has locked the open objection. */
async function answerIn(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  objection: ObjectionRecord,
  { state, answer, creator, brand }: Answer & Told,
): Promise<void> {
  const { merchant_id: merchantId, order_id: orderId } = objection;
  await saveAnswer(tx, objection, {
    state,
    answer,
    answered_by: actor.kind === 'person' ? actor.userId : null,
    answered_at: ctx.clock.now(),
  });
  if (state !== 'rejected')
    await takeBackDecline(ctx, tx, {
      merchantId,
      orderId,
      lineId: objection.line_id,
      merchantAccountId: objection.merchant_account_id,
    });
  const earner = { creatorId: objection.creator_id, merchantAccountId: objection.merchant_account_id };
  await notifyCreator(ctx, tx, earner, orderId);
  await audit(ctx, tx, actor, {
    action: `objection.${state}`,
    merchantId,
    subject: { kind: 'objection', id: objection.id },
    details: { order_id: orderId, commission_id: objection.commission_id, ...(answer && { answer }) },
  });
  await notify(
    ctx,
    tx,
    { users: [objection.creator_id], merchantId },
    { kind: 'objection_answered', order_id: orderId, state },
  );
  if (creator) await queueMails(ctx, tx, [objectionAnsweredMail(ctx, creator, { orderId, state, answer, brand })]);
}

/** Answers an open objection for its brand. */
async function answerObjection(
  ctx: Context,
  actor: Actor,
  { merchant, objectionId }: { merchant: string; objectionId: string },
  answer: Answer,
): Promise<BrandObjection> {
  const { merchantId, displayName: name, slug } = await accessBrand(ctx, actor, merchant);
  if (!isId(objectionId)) throw new Refusal('not_found');
  const found = await ctx.database.as({ role: 'app', merchantId }, (tx) => readCreatorOf(tx, merchantId, objectionId));
  if (!found) throw new Refusal('not_found');
  const creator = await mailboxOf(ctx, found.creator_id);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const objection = await lockObjection(tx, merchantId, objectionId);
    if (!objection) throw new Refusal('not_found');
    if (objection.state !== 'open')
      throw new Refusal('conflict', { message: 'This objection has already been decided' });
    await answerIn(ctx, tx, actor, objection, { ...answer, creator, brand: { name, slug } });
    return readObjection(tx, merchantId, objectionId);
  });
}

function readCreatorOf(tx: Tx, merchantId: string, objectionId: string) {
  return tx
    .selectFrom('objections')
    .select('creator_id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', objectionId)
    .executeTakeFirst();
}

type At = { merchant: string; objectionId: string };

export function acceptObjectionOf(ctx: Context, actor: Actor, at: At, answer: string | undefined) {
  return answerObjection(ctx, actor, at, { state: 'accepted', answer: answer ? answer : null });
}

export function rejectObjectionOf(ctx: Context, actor: Actor, at: At, { answer }: BodyOf<typeof rejectObjection>) {
  return answerObjection(ctx, actor, at, { state: 'rejected', answer });
}

/**
 * Decides objections for the creator that their brand did not answer in time. Safe to run on several nodes at once. The
 * objections are read with the system role, because the query covers all brands. Returns how many were decided.
 */
export async function lapseObjections(ctx: Context): Promise<number> {
  const due = await ctx.database.as({ role: 'system' }, (tx) => findOverdue(tx, ctx.clock.now(), mostAtOnce));
  let decided = 0;
  for (const { merchant_id: merchantId, id } of due) {
    try {
      if (await lapse(ctx, merchantId, id)) decided += 1;
    } catch (error) {
      ctx.log.error({ err: error, merchant_id: merchantId, id }, 'could not decide an overdue objection');
    }
  }
  return decided;
}

async function lapse(ctx: Context, merchantId: string, id: string): Promise<boolean> {
  const found = await ctx.database.as({ role: 'app', merchantId }, (tx) => readCreatorOf(tx, merchantId, id));
  if (!found) return false;
  const creator = await mailboxOf(ctx, found.creator_id);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const objection = await lockObjection(tx, merchantId, id);
    if (objection?.state !== 'open' || objection.due_at > ctx.clock.now()) return false;
    const brand = await tx
      .selectFrom('merchants')
      .select(['display_name as name', 'slug'])
      .where('id', '=', merchantId)
      .executeTakeFirstOrThrow();
    await answerIn(ctx, tx, anonymous, objection, { state: 'lapsed', answer: null, creator, brand });
    return true;
  });
}
