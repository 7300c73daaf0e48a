// A payout pays whole commissions, and always what else is in the available balance (carried): bonuses and corrections,
// minus the debt that refunds of paid commissions left.
//  - requested → approved → sent → paid; until it is approved its creator may cancel it, and the brand may decline it
//    or mark it as returned by the bank; its commissions then become available again.
//  - Each step posts once, under a key of the payout, in the transaction that moves its commissions.
//  - It goes to the bank details that were current when it was requested.
//  - Locks: the payout's row, then commissions by id, then ledger accounts, then audiences of events.
import type { CashOut, Obstacle, Payout } from '@vitrine/contract/payouts.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { type Collected, collectForPayout, carriedOf, moveToPayout } from '../commissions/commissions.payouts.ts';
import { moveAdjustments } from '../adjustments/adjustments.payouts.ts';
import type { Context } from '../context.ts';
import { type AccountAccess, accessMerchantAccount } from '../creators/creators.access.ts';
import { balancesIn, post } from '../ledger/ledger.service.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { moneyText } from '../platform/money.text.ts';
import { presentMethod } from './payouts.methods.ts';
import { type Addressees, addresseesOf, mailRequest, notifyBells, notifyScreens } from './payouts.news.ts';
import { findMethod, findPayer, insertPayout, isClosing, type MethodRecord } from './payouts.queries.ts';
import { pageOfPayouts, readPayout } from './payouts.views.ts';

type Payer = Awaited<ReturnType<typeof findPayer>>;
type Account = Pick<AccountAccess, 'merchantId' | 'merchantAccountId' | 'creatorId'>;
export type PayoutInput = { currency: string; atMost?: bigint; forMonth?: string };

/**
 * The minimum is in the merchant's currency and doesn't apply to other currencies, nor to a creator who closes their
 * account: they could never reach it.
 */
async function minimumOf(tx: Tx, of: Account, payer: Payer, currency: string): Promise<bigint> {
  if (currency !== payer.currency || (await isClosing(tx, of.creatorId))) return 0n;
  return payer.payout_minimum;
}

function obstaclesOf(at: { now: Date; method: MethodRecord | undefined }, amount: bigint, minimum: bigint): Obstacle[] {
  const { now, method } = at;
  const found: Obstacle[] = [];
  if (amount < 0n) found.push('negative_balance');
  else if (amount === 0n) found.push('nothing_current');
  else if (amount < minimum) found.push('below_minimum');
  if (!method) found.push('no_method');
  else if (method.usable_from > now) found.push('cooling_off');
  return found;
}

export async function readCashOutOf(ctx: Context, actor: Actor, account: string): Promise<CashOut[]> {
  const of = await accessMerchantAccount(ctx, actor, account);
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'app', merchantId: of.merchantId, creatorId: of.creatorId }, async (tx) => {
    const [payer, method] = [await findPayer(tx, of.merchantId), await findMethod(tx, of.creatorId)];
    const balances = (await balancesIn(tx, of.creatorId)).filter(
      (balance) => balance.merchant_account_id === of.merchantAccountId,
    );
    const answers: CashOut[] = [];
    for (const { currency, current } of balances) {
      const [minimum, amount] = [await minimumOf(tx, of, payer, currency), BigInt(current.amount)];
      answers.push({
        currency,
        current,
        carried: toMoney((await carriedOf(tx, { ...of, currency })).carried, currency),
        commissions: await countAvailable(tx, of, currency),
        minimum: toMoney(minimum, currency),
        missing: toMoney(amount < minimum ? minimum - amount : 0n, currency),
        in_the_way: obstaclesOf({ now, method }, amount, minimum),
        method: method ? presentMethod(method) : null,
        schedule: payer.payout_schedule === 'monthly' ? 'monthly' : 'on_request',
      });
    }
    return answers;
  });
}

async function countAvailable(tx: Tx, of: Account, currency: string): Promise<number> {
  const { count } = await tx
    .selectFrom('commissions')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('merchant_account_id', '=', of.merchantAccountId)
    .where('currency', '=', currency)
    .where('state', '=', 'available')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function listPayoutsOf(
  ctx: Context,
  actor: Actor,
  account: string,
  query: { cursor?: string | undefined; limit: number },
) {
  const of = await accessMerchantAccount(ctx, actor, account);
  return ctx.database.as({ role: 'app', creatorId: of.creatorId }, (tx) =>
    pageOfPayouts(tx, of.merchantAccountId, query),
  );
}

/** Requests the available balance, or the oldest whole commissions within `at_most`. */
export async function requestPayoutOf(
  ctx: Context,
  actor: Actor,
  account: string,
  input: { currency: string; at_most?: string | undefined },
): Promise<Payout> {
  const of = await accessMerchantAccount(ctx, actor, account);
  if (actor.kind === 'person' && actor.impersonatedBy !== null) throw new Refusal('forbidden');
  const to = await addresseesOf(ctx, { ...of, brand: of.merchantDisplayName, slug: of.merchantSlug });
  return ctx.database.as({ role: 'app', merchantId: of.merchantId, creatorId: of.creatorId }, async (tx) => {
    const id = await requestPayoutFor(
      ctx,
      tx,
      of,
      { currency: input.currency, ...(input.at_most && { atMost: BigInt(input.at_most) }) },
      { actor, to },
    );
    if (id === undefined) throw new Refusal('payout_moved_on');
    return readPayout(tx, of.merchantId, id);
  });
}

function refuseObstacles(obstacles: readonly Obstacle[]): void {
  if (obstacles.length > 0)
    throw new Refusal('payout_in_the_way', {
      message: `This payout can’t be requested: ${obstacles.join(', ')}`,
      errors: { in_the_way: [...obstacles] },
    });
}

function refuseTooLittle(collected: Collected, minimum: bigint, { currency, atMost }: PayoutInput): void {
  // Bonuses and corrections aren't divided either.
  if (atMost !== undefined && collected.amount > atMost)
    throw invalid(
      'at_most',
      `must be ${moneyText(collected.amount, currency)} or more; bonuses and corrections are always paid whole`,
    );
  if (atMost === undefined || (collected.amount >= minimum && collected.amount > 0n)) return;
  const [whole, least] = [moneyText(collected.amount, currency), moneyText(minimum, currency)];
  throw invalid(
    'at_most',
    collected.amount > 0n
      ? `covers whole commissions worth ${whole}, which is less than this brand’s minimum payout of ${least}`
      : 'is too low; a payout has whole commissions only',
  );
}

/**
 * Stores the request, in a transaction in the scope of creator and merchant. Simultaneous requests wait for the same
 * commissions, and later ones find them taken. Returns nothing if the month already has a request.
 */
export async function requestPayoutFor(
  ctx: Context,
  tx: Tx,
  of: Account,
  input: PayoutInput,
  by: { actor: Actor; to: Addressees },
): Promise<string | undefined> {
  const now = ctx.clock.now();
  const { currency } = input;
  const [payer, method] = [await findPayer(tx, of.merchantId), await findMethod(tx, of.creatorId)];
  const minimum = await minimumOf(tx, of, payer, currency);
  const all = { merchantId: of.merchantId, merchantAccountId: of.merchantAccountId, currency };
  const collected = await collectForPayout(tx, all, input.atMost);
  if (input.atMost === undefined || !method) refuseObstacles(obstaclesOf({ now, method }, collected.amount, minimum));
  refuseTooLittle(collected, minimum, input);
  refuseObstacles(obstaclesOf({ now, method }, collected.amount, minimum));
  if (!method) throw new Refusal('payout_in_the_way');
  const payout = {
    merchant_id: of.merchantId,
    id: newId(now),
    merchant_account_id: of.merchantAccountId,
    creator_id: of.creatorId,
    amount: collected.amount,
    carried: collected.carried,
    lines: collected.ids.length,
    currency,
    state: 'requested',
    method_id: method.id,
    hint: method.hint,
    sealed: method.sealed,
    requested_at: now,
    for_month: input.forMonth ?? null,
  };
  if (!(await insertPayout(tx, payout))) return undefined;
  await moveToPayout(tx, of.merchantId, collected.ids, payout.id);
  await moveAdjustments(tx, of.merchantId, collected.adjustments, payout.id);
  await postRequest(tx, payout, now);
  await audit(ctx, tx, by.actor, {
    action: 'payout.requested',
    merchantId: of.merchantId,
    subject: { kind: 'payout', id: payout.id },
    details: { amount: payout.amount.toString(), currency, commissions: payout.lines },
  });
  await notifyBells(ctx, tx, payout, 'requested');
  await notifyScreens(ctx, tx, payout);
  await mailRequest(ctx, tx, payout, by.to);
  return payout.id;
}

/** A refund may have arrived since the sum was calculated; a payout never makes the available balance negative. */
async function postRequest(
  tx: Tx,
  payout: { merchant_id: string; merchant_account_id: string; id: string; amount: bigint; currency: string },
  now: Date,
): Promise<void> {
  try {
    await post(tx, {
      merchantId: payout.merchant_id,
      merchantAccountId: payout.merchant_account_id,
      key: `payout_request:${payout.id}`,
      kind: 'payout_request',
      reference: payout.id,
      currency: payout.currency,
      occurredAt: now,
      entries: [
        { account: 'current', amount: -payout.amount },
        { account: 'processing', amount: payout.amount },
      ],
    });
  } catch (error) {
    if ((error as { code?: string }).code !== 'VT004') throw error;
    throw new Refusal('payout_in_the_way', { errors: { in_the_way: ['negative_balance'] } });
  }
}
