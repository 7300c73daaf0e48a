// The steps of a payout after its request. Each can be called repeatedly and happens once.
import { accessOwnAccount } from '../accounts/accounts.access.ts';
import { lockCommissionsOfPayout, payCommissions, returnFromPayout } from '../commissions/commissions.payouts.ts';
import { returnAdjustments } from '../adjustments/adjustments.payouts.ts';
import type { Context } from '../context.ts';
import { accessMerchantAccount } from '../creators/creators.access.ts';
import { post } from '../ledger/ledger.service.ts';
import type { BrandPayout, Payout } from '@vitrine/contract/payouts.ts';
import { requireSecondFactor } from '../passwords/second.factor.demand.ts';
import { accessBrand, type BrandAccess } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Addressees, addresseesOf, mailCreator, notifyBells, notifyScreens } from './payouts.news.ts';
import { lockPayout, type PayoutRecord, savePayout } from './payouts.queries.ts';
import { readBrandPayout, readPayout } from './payouts.views.ts';

type Held = 'current' | 'processing' | 'paid';

async function accessPayer(ctx: Context, actor: Actor, merchant: string): Promise<BrandAccess> {
  const brand = await accessBrand(ctx, actor, merchant);
  if (actor.kind === 'person' && actor.impersonatedBy !== null) throw new Refusal('forbidden');
  return brand;
}

/** Demands that whoever moves money has two-factor login, if the brand wants that. */
export async function requireDemandedFactor(ctx: Context, actor: Actor, brand: BrandAccess): Promise<void> {
  const { merchantId } = brand;
  const row = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    tx.selectFrom('merchants').select('payouts_need_two_factor').where('id', '=', merchantId).executeTakeFirst(),
  );
  if (row?.payouts_need_two_factor) requireSecondFactor(ctx, actor, brand);
}

/** A payout of another brand looks like one that doesn't exist. */
async function requirePayout(ctx: Context, merchantId: string, payoutId: string): Promise<{ creator_id: string }> {
  const found =
    isId(payoutId) &&
    (await ctx.database.as({ role: 'app', merchantId }, (tx) =>
      tx
        .selectFrom('payouts')
        .select('creator_id')
        .where('merchant_id', '=', merchantId)
        .where('id', '=', payoutId)
        .executeTakeFirst(),
    ));
  if (!found) throw new Refusal('not_found');
  return found;
}

async function move(
  tx: Tx,
  payout: PayoutRecord,
  step: { key: string; kind: 'payout_cancel' | 'payout_paid'; from: Held; to: Held; at: Date },
): Promise<void> {
  await post(tx, {
    merchantId: payout.merchant_id,
    merchantAccountId: payout.merchant_account_id,
    key: `${step.key}:${payout.id}`,
    kind: step.kind,
    reference: payout.id,
    currency: payout.currency,
    occurredAt: step.at,
    entries: [
      { account: step.from, amount: -payout.amount },
      { account: step.to, amount: payout.amount },
    ],
  });
}

/** Moves the money back to available: from processing, or from paid if the bank returned it later. */
async function returnToAvailable(tx: Tx, payout: PayoutRecord, at: Date): Promise<void> {
  await lockCommissionsOfPayout(tx, payout.merchant_id, payout.id);
  await returnFromPayout(tx, payout.merchant_id, payout.id);
  await returnAdjustments(tx, payout.merchant_id, payout.id);
  const wasPaid = payout.state === 'paid';
  await move(tx, payout, {
    key: wasPaid ? 'payout_return' : 'payout_cancel',
    kind: 'payout_cancel',
    from: wasPaid ? 'paid' : 'processing',
    to: 'current',
    at,
  });
}

type Step = { ctx: Context; tx: Tx; actor: Actor; payout: PayoutRecord; at: Date; to: Addressees };

async function log({ ctx, tx, actor, payout }: Step, action: string, details: Record<string, string> = {}) {
  await audit(ctx, tx, actor, {
    action,
    merchantId: payout.merchant_id,
    subject: { kind: 'payout', id: payout.id },
    details: { amount: payout.amount.toString(), currency: payout.currency, ...details },
  });
  await notifyScreens(ctx, tx, payout);
}

/** Performs one step of a payout under its lock and returns the payout. */
async function step(
  ctx: Context,
  actor: Actor,
  of: { brand: BrandAccess; payoutId: string },
  take: (step: Step) => Promise<void>,
): Promise<BrandPayout> {
  const { brand, payoutId } = of;
  const { merchantId } = brand;
  const { creator_id: creatorId } = await requirePayout(ctx, merchantId, payoutId);
  const to = await addresseesOf(ctx, { creatorId, merchantId, brand: brand.displayName, slug: brand.slug });
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const payout = await lockPayout(tx, merchantId, payoutId);
    if (!payout) throw new Refusal('not_found');
    await take({ ctx, tx, actor, payout, at: ctx.clock.now(), to });
    return readBrandPayout(tx, merchantId, payoutId);
  });
}

export async function approvePayoutsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  input: { payout_ids: string[] },
): Promise<BrandPayout[]> {
  const brand = await accessPayer(ctx, actor, merchant);
  const ids = [...new Set(input.payout_ids)];
  for (const id of ids) await requirePayout(ctx, brand.merchantId, id);
  await requireDemandedFactor(ctx, actor, brand);
  const { userId } = accessOwnAccount(actor);
  const approved: BrandPayout[] = [];
  for (const payoutId of ids)
    approved.push(
      await step(ctx, actor, { brand, payoutId }, async (taken) => {
        const { tx, payout, at, to } = taken;
        if (['approved', 'sent', 'paid'].includes(payout.state)) return;
        if (payout.state !== 'requested') throw new Refusal('payout_moved_on');
        await savePayout(tx, payout, { state: 'approved', approved_by: userId, approved_at: at });
        await notifyBells(ctx, tx, payout, 'approved');
        await log(taken, 'payout.approved');
        await mailCreator(ctx, tx, payout, { kind: 'approved' }, to);
      }),
    );
  return approved;
}

export async function sendPayoutOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  payoutId: string,
  reference: string,
): Promise<BrandPayout> {
  const brand = await accessPayer(ctx, actor, merchant);
  await requirePayout(ctx, brand.merchantId, payoutId);
  await requireDemandedFactor(ctx, actor, brand);
  return step(ctx, actor, { brand, payoutId }, async (taken) => {
    const { tx, payout, at } = taken;
    if (payout.state === 'sent' && payout.reference === reference) return;
    if (payout.state !== 'approved') throw new Refusal('payout_moved_on');
    await savePayout(tx, payout, { state: 'sent', sent_at: at, reference });
    await log(taken, 'payout.sent', { reference });
  });
}

export async function payPayoutOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  payoutId: string,
  reference: string | undefined,
): Promise<BrandPayout> {
  const brand = await accessPayer(ctx, actor, merchant);
  await requirePayout(ctx, brand.merchantId, payoutId);
  await requireDemandedFactor(ctx, actor, brand);
  return step(ctx, actor, { brand, payoutId }, async (taken) => {
    const { tx, payout, at, to } = taken;
    if (payout.state === 'paid') return;
    if (payout.state !== 'approved' && payout.state !== 'sent') throw new Refusal('payout_moved_on');
    const known = reference ?? payout.reference;
    await savePayout(tx, payout, { state: 'paid', paid_at: at, reference: known });
    await lockCommissionsOfPayout(tx, payout.merchant_id, payout.id);
    await payCommissions(tx, payout.merchant_id, payout.id, at);
    await move(tx, payout, { key: 'payout_paid', kind: 'payout_paid', from: 'processing', to: 'paid', at });
    await notifyBells(ctx, tx, payout, 'paid');
    await log(taken, 'payout.paid', known ? { reference: known } : {});
    await mailCreator(ctx, tx, payout, { kind: 'paid', reference: known }, to);
  });
}

/** Declined or returned by the bank: the money becomes available again. */
export async function failPayoutOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  payoutId: string,
  reason: string,
): Promise<BrandPayout> {
  const brand = await accessPayer(ctx, actor, merchant);
  return step(ctx, actor, { brand, payoutId }, async (taken) => {
    const { tx, payout, at, to } = taken;
    if (payout.state === 'failed' && payout.failure === reason) return;
    if (payout.state === 'failed' || payout.state === 'cancelled') throw new Refusal('payout_moved_on');
    await returnToAvailable(tx, payout, at);
    await savePayout(tx, payout, { state: 'failed', failure: reason, ended_at: at });
    await notifyBells(ctx, tx, payout, 'failed');
    await log(taken, 'payout.failed', { reason });
    await mailCreator(ctx, tx, payout, { kind: 'failed', reason }, to);
  });
}

/** The creator cancels a request that the brand has not approved yet. */
export async function cancelPayoutOf(ctx: Context, actor: Actor, account: string, payoutId: string): Promise<Payout> {
  const of = await accessMerchantAccount(ctx, actor, account);
  if (!isId(payoutId)) throw new Refusal('not_found');
  if (actor.kind === 'person' && actor.impersonatedBy !== null) throw new Refusal('forbidden');
  const { merchantId, creatorId } = of;
  return ctx.database.as({ role: 'app', merchantId, creatorId }, async (tx) => {
    const payout = await lockPayout(tx, merchantId, payoutId);
    if (payout?.merchant_account_id !== of.merchantAccountId) throw new Refusal('not_found');
    if (payout.state === 'requested') {
      const at = ctx.clock.now();
      await returnToAvailable(tx, payout, at);
      await savePayout(tx, payout, { state: 'cancelled', ended_at: at });
      const to = { creator: undefined, owners: [], brand: of.merchantDisplayName, slug: of.merchantSlug };
      await log({ ctx, tx, actor, payout, at, to }, 'payout.cancelled');
    } else if (payout.state !== 'cancelled') throw new Refusal('payout_moved_on');
    return readPayout(tx, merchantId, payoutId);
  });
}
