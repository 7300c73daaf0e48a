// A claim is a creator's question about an order that they miss.
//  - The answer comes at once, from the creator's own clicks, codes and commissions (claims.answers.ts).
//  - Where it earned nothing, the creator can ask the brand, once. The brand credits it with a bonus, or rejects it.
//  - A claim about someone else's order and one about no order at all get the same answer, and can both be sent.
import type {
  BrandClaim,
  OrderClaim,
  creditClaim,
  listBrandClaims,
  listClaims,
  makeClaim,
} from '@vitrine/contract/claims.ts';
import type { BodyOf, MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import { mailboxesOf, mailboxOf } from '../accounts/mailbox.ts';
import { giveForClaim } from '../adjustments/adjustments.claims.ts';
import type { Context } from '../context.ts';
import { type AccountAccess, accessMerchantAccount } from '../creators/creators.access.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { staffWith } from '../merchants/owners.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { record } from '../platform/events/record.ts';
import { isId, newId } from '../platform/ids.ts';
import { queueMails, type Reader } from '../platform/mail/mail.ts';
import { Refusal } from '../platform/refusal.ts';
import { answerNow, mayBeSent, type Named } from './claims.answers.ts';
import { claimAnsweredMail, claimMail } from './claims.mails.ts';
import { type ClaimRecord, countSince, insertClaim, lockClaim, saveClaim } from './claims.queries.ts';
import { pageOfBrandClaims, pageOfClaims, readBrandClaim, readClaim } from './claims.views.ts';

const dayMs = 86_400_000;
/** The most that a creator can ask in 24 hours, over all brands. */
const mostPerDay = 10;

/** How the creator named the order, for texts. */
function nameOf(claim: Pick<ClaimRecord, 'order_name' | 'placed_on'>): string {
  return claim.order_name ?? String(claim.placed_on);
}

export async function makeClaimOf(
  ctx: Context,
  actor: Actor,
  account: string,
  { order, placed_on: placedOn, total }: BodyOf<typeof makeClaim>,
): Promise<OrderClaim> {
  const of = await accessMerchantAccount(ctx, actor, account);
  const now = ctx.clock.now();
  const named: Named =
    order === undefined ? { placedOn: placedOn ?? '', total: BigInt(total ?? 0) } : { order: order.trim() };
  // Orders belong to the brand, so its scope is needed; only the creator's own part of them is read.
  return ctx.database.as({ role: 'app', merchantId: of.merchantId }, async (tx) => {
    if ((await countSince(tx, of.creatorId, new Date(now.getTime() - dayMs))) >= mostPerDay)
      throw new Refusal('rate_limited', {
        message: `You can ask about ${mostPerDay} orders in 24 hours. Ask about the others tomorrow.`,
      });
    const { answer, orderId, touchedAt } = await answerNow(tx, of, named);
    const id = newId(now);
    await insertClaim(tx, {
      merchant_id: of.merchantId,
      id,
      merchant_account_id: of.merchantAccountId,
      creator_id: of.creatorId,
      order_name: 'order' in named ? named.order : null,
      placed_on: 'order' in named ? null : named.placedOn,
      total: 'order' in named ? null : named.total,
      currency: of.currency,
      answer,
      order_id: orderId,
      touched_at: touchedAt,
      created_at: now,
      note: null,
      sent_at: null,
      reply: null,
      replied_by: null,
      replied_at: null,
      adjustment_id: null,
    });
    return readClaim(tx, of, id);
  });
}

export async function listClaimsOf(
  ctx: Context,
  actor: Actor,
  account: string,
  query: QueryOf<typeof listClaims>,
): Promise<{ data: OrderClaim[]; meta: MetaOf<typeof listClaims> }> {
  const of = await accessMerchantAccount(ctx, actor, account);
  return ctx.database.as({ role: 'app', merchantId: of.merchantId }, (tx) => pageOfClaims(tx, of, query));
}

async function lockOwnClaim(tx: Tx, of: AccountAccess, claimId: string): Promise<ClaimRecord> {
  const claim = isId(claimId) ? await lockClaim(tx, of.merchantId, claimId) : undefined;
  if (claim?.creator_id !== of.creatorId || claim.merchant_account_id !== of.merchantAccountId)
    throw new Refusal('not_found');
  return claim;
}

export async function sendClaimOf(
  ctx: Context,
  actor: Actor,
  { account, claimId }: { account: string; claimId: string },
  note: string,
): Promise<OrderClaim> {
  const of = await accessMerchantAccount(ctx, actor, account);
  const reviewers = await mailboxesOf(ctx, await staffWith(ctx, of.merchantId, 'orders'));
  const creator = await mailboxOf(ctx, of.creatorId);
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'app', merchantId: of.merchantId }, async (tx) => {
    const claim = await lockOwnClaim(tx, of, claimId);
    if (claim.state !== 'answered') throw new Refusal('conflict', { message: 'You have already asked the brand' });
    if (!mayBeSent((await readClaim(tx, of, claimId)).answer))
      throw new Refusal('conflict', { message: 'The answer to this doesn’t need the brand' });
    await saveClaim(tx, claim, { state: 'open', note, sent_at: now });
    await audit(ctx, tx, actor, {
      action: 'claim.sent',
      merchantId: of.merchantId,
      subject: { kind: 'claim', id: claim.id },
      details: { order: nameOf(claim), answer: claim.answer },
    });
    await record(ctx, tx, { merchantId: of.merchantId }, { kind: 'order-decided', order_id: claim.order_id ?? '' });
    const name = creator?.displayName ?? '';
    await notify(
      ctx,
      tx,
      { merchantId: of.merchantId, staffWith: 'orders' },
      { kind: 'claim', order: nameOf(claim), account: of.merchantAccountId },
    );
    const about = { creator: name, order: nameOf(claim), note, brand: of.merchantDisplayName, slug: of.merchantSlug };
    await queueMails(
      ctx,
      tx,
      [...reviewers.values()].map((reader) => claimMail(ctx, reader, about)),
    );
    return readClaim(tx, of, claim.id);
  });
}

export async function listBrandClaimsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listBrandClaims>,
): Promise<{ data: BrandClaim[]; meta: MetaOf<typeof listBrandClaims> }> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => pageOfBrandClaims(tx, merchantId, query));
}

type At = { merchant: string; claimId: string };
type Brand = Awaited<ReturnType<typeof accessBrand>>;

/** Who asked. Claims that were not sent to the brand look missing to it. */
async function askerOf(
  ctx: Context,
  merchantId: string,
  claimId: string,
): Promise<{ id: string; reader: Reader | undefined }> {
  const found =
    isId(claimId) &&
    (await ctx.database.as({ role: 'app', merchantId }, (tx) =>
      tx
        .selectFrom('claims')
        .select('creator_id')
        .where('merchant_id', '=', merchantId)
        .where('id', '=', claimId)
        .where('sent_at', 'is not', null)
        .executeTakeFirst(),
    ));
  if (!found) throw new Refusal('not_found');
  return { id: found.creator_id, reader: await mailboxOf(ctx, found.creator_id) };
}

type Reply = { state: 'credited' | 'rejected'; reply: string; adjustmentId: string | null };

async function replyIn(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { claim, brand, asker, ...reply }: Reply & { claim: ClaimRecord; brand: Brand; asker: Reader | undefined },
): Promise<void> {
  const { state } = reply;
  await saveClaim(tx, claim, {
    state,
    reply: reply.reply,
    replied_by: actor.kind === 'person' ? actor.userId : null,
    replied_at: ctx.clock.now(),
    adjustment_id: reply.adjustmentId,
  });
  await audit(ctx, tx, actor, {
    action: `claim.${state}`,
    merchantId: brand.merchantId,
    subject: { kind: 'claim', id: claim.id },
    details: { order: nameOf(claim), reply: reply.reply },
  });
  await record(
    ctx,
    tx,
    { userId: claim.creator_id },
    { kind: 'adjustment-update', merchant_account_id: claim.merchant_account_id },
  );
  await notify(
    ctx,
    tx,
    { users: [claim.creator_id], merchantId: brand.merchantId },
    { kind: 'claim_answered', order: nameOf(claim), state },
  );
  if (asker)
    await queueMails(ctx, tx, [
      claimAnsweredMail(ctx, asker, { order: nameOf(claim), state, reply: reply.reply, brand: brand.displayName }),
    ]);
}

async function lockOpenClaim(tx: Tx, merchantId: string, claimId: string): Promise<ClaimRecord> {
  const claim = await lockClaim(tx, merchantId, claimId);
  if (!claim) throw new Refusal('not_found');
  if (claim.state !== 'open') throw new Refusal('conflict', { message: 'This claim has already been decided' });
  return claim;
}

export async function creditClaimOf(
  ctx: Context,
  actor: Actor,
  { merchant, claimId }: At,
  { amount, reply }: BodyOf<typeof creditClaim>,
): Promise<BrandClaim> {
  const brand = await accessBrand(ctx, actor, merchant);
  const asker = await askerOf(ctx, brand.merchantId, claimId);
  return ctx.database.as({ role: 'app', merchantId: brand.merchantId }, async (tx) => {
    const claim = await lockOpenClaim(tx, brand.merchantId, claimId);
    const adjustmentId = await giveForClaim(ctx, tx, actor, {
      brand,
      creatorId: claim.creator_id,
      merchantAccountId: claim.merchant_account_id,
      amount: BigInt(amount),
      reason: reply,
    });
    await replyIn(ctx, tx, actor, { claim, brand, asker: asker.reader, state: 'credited', reply, adjustmentId });
    return readBrandClaim(tx, brand.merchantId, claimId);
  });
}

export async function rejectClaimOf(
  ctx: Context,
  actor: Actor,
  { merchant, claimId }: At,
  reply: string,
): Promise<BrandClaim> {
  const brand = await accessBrand(ctx, actor, merchant);
  const asker = await askerOf(ctx, brand.merchantId, claimId);
  return ctx.database.as({ role: 'app', merchantId: brand.merchantId }, async (tx) => {
    const claim = await lockOpenClaim(tx, brand.merchantId, claimId);
    await replyIn(ctx, tx, actor, { claim, brand, asker: asker.reader, state: 'rejected', reply, adjustmentId: null });
    return readBrandClaim(tx, brand.merchantId, claimId);
  });
}
