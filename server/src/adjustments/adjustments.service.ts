// Bonuses and corrections: money that a brand adds to or takes from a creator's available balance, with a reason that
// the creator reads.
//  - Each is one row and one posting between the brand's account and the available balance, in one transaction. Nothing
//    is changed afterwards; a mistake is undone by an opposite correction.
//  - Who may pay may give (the right `payouts`, with a proof): no order stands behind the money.
//  - A correction may bring the balance below zero; the rest is carried, like a refund after a payout.
//  - Locks: ledger accounts in the order of the creators' accounts, then audiences of events.
import type {
  Adjustment,
  AdjustmentKind,
  BrandAdjustment,
  giveAdjustments,
  listAdjustments,
  listBrandAdjustments,
  previewAdjustments,
} from '@vitrine/contract/adjustments.ts';
import type { BodyOf, DataOf, MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { mailboxesOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import { postAll } from '../ledger/ledger.service.ts';
import { accessBrand, type BrandAccess } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { recordAll } from '../platform/events/record.ts';
import { isId, newId } from '../platform/ids.ts';
import { queueMails, type Reader } from '../platform/mail/mail.ts';
import { moneyText } from '../platform/money.text.ts';
import { Refusal } from '../platform/refusal.ts';
import {
  ceiling,
  ceilingIn,
  handleIn,
  type LineProblem,
  problemOfAmount,
  type ReadLine,
  readList,
} from './adjustments.lines.ts';
import { adjustmentMail } from './adjustments.mails.ts';
import { findCreators, type FoundCreator, insertAdjustments } from './adjustments.queries.ts';
import { pageOfAdjustments, pageOfBrandAdjustments, readAdjustments } from './adjustments.views.ts';

type Judged = ReadLine & { found: FoundCreator | undefined; problem: LineProblem | null };

function problemOf(
  kind: AdjustmentKind,
  { creator, amount }: ReadLine,
  { found, isRepeated }: { found: FoundCreator | undefined; isRepeated: boolean },
): LineProblem | null {
  if (creator === '' || !found) return 'unknown_creator';
  if (found.hasEnded) return 'ended_creator';
  return isRepeated ? 'repeated_creator' : problemOfAmount(kind, amount);
}

async function judge(tx: Tx, merchantId: string, kind: AdjustmentKind, lines: readonly ReadLine[]): Promise<Judged[]> {
  const creators = await findCreators(
    tx,
    merchantId,
    lines.map(({ creator }) => creator),
  );
  const seen = new Set<string>();
  return lines.map((line) => {
    const found = creators.get(line.creator);
    const isRepeated = seen.has(line.creator);
    seen.add(line.creator);
    return { ...line, found, problem: problemOf(kind, line, { found, isRepeated }) };
  });
}

export async function previewAdjustmentsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { kind, list }: BodyOf<typeof previewAdjustments>,
): Promise<DataOf<typeof previewAdjustments>> {
  const { merchantId, currency } = await accessBrand(ctx, actor, merchant);
  const read = readList(list, currency);
  const lines = await ctx.database.as({ role: 'app', merchantId }, (tx) => judge(tx, merchantId, kind, read));
  const good = lines.filter(({ problem }) => problem === null);
  return {
    lines: lines.map(({ line, creator, amount, found, problem }) => ({
      line,
      creator,
      creator_display_name: found?.displayName ?? null,
      amount: amount === null ? null : toMoney(amount, currency),
      problem,
    })),
    total: toMoney(
      good.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n),
      currency,
    ),
    ceiling: ceilingIn(currency),
  };
}

const reasons: Record<Exclude<LineProblem, 'too_much'>, string> = {
  unknown_creator: 'is not a creator of this brand',
  ended_creator: 'is no longer a creator of this brand',
  repeated_creator: 'is in the list more than once',
  bad_amount: 'must be a whole number of minor units, not 0',
  zero: 'must not be 0',
  not_positive: 'must be above 0 for a bonus; use a correction to take money',
};

function refuseProblems(lines: readonly Judged[], currency: string): void {
  const errors: Record<string, string[]> = {};
  for (const [index, { problem, creator }] of lines.entries()) {
    if (problem === null) continue;
    const isCreator = problem.endsWith('creator');
    const text =
      problem === 'too_much'
        ? `must not be above ${moneyText(ceiling, currency)} for one creator at once`
        : reasons[problem];
    errors[`rows.${index}.${isCreator ? 'creator' : 'amount'}`] = [isCreator ? `${creator} ${text}` : text];
  }
  if (Object.keys(errors).length > 0) throw new Refusal('validation_failed', { errors });
}

type Given = { id: string; amount: bigint; creator: Pick<FoundCreator, 'creatorId' | 'merchantAccountId'> };
type Gift = { kind: AdjustmentKind; reason: string; brand: BrandAccess };

/** Stores, posts and audits checked adjustments, in a transaction in the scope of the brand. */
export async function writeAdjustments(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  given: readonly Given[],
  gift: Gift,
): Promise<void> {
  const now = ctx.clock.now();
  const { kind, reason, brand } = gift;
  const { merchantId, currency } = brand;
  await insertAdjustments(
    tx,
    given.map(({ id, amount, creator }) => ({
      merchant_id: merchantId,
      id,
      merchant_account_id: creator.merchantAccountId,
      creator_id: creator.creatorId,
      kind,
      amount,
      currency,
      reason,
      given_by: actor.kind === 'person' ? actor.userId : null,
      given_at: now,
      payout_id: null,
    })),
  );
  await postAll(
    tx,
    given.map(({ id, amount, creator: { merchantAccountId } }) => ({
      merchantId,
      merchantAccountId,
      key: `${kind}:${id}`,
      kind,
      reference: id,
      currency,
      occurredAt: now,
      entries: [
        { account: 'current', amount },
        { account: 'merchant', amount: -amount },
      ],
    })),
  );
  await audit(ctx, tx, actor, {
    action: `${kind}.given`,
    merchantId,
    subject: { kind: 'merchant', id: merchantId },
    details: {
      reason,
      currency,
      creators: given.length,
      total: given.reduce((sum, { amount }) => sum + amount, 0n).toString(),
      adjustments: given.map(({ id }) => id),
    },
  });
}

/** Tells each creator: on open screens, on the bell and by email. */
async function tell(
  ctx: Context,
  tx: Tx,
  given: readonly Given[],
  { kind, reason, brand, mailboxes }: Gift & { mailboxes: ReadonlyMap<string, Reader> },
): Promise<void> {
  const byCreator = given.toSorted((one, other) => (one.creator.creatorId < other.creator.creatorId ? -1 : 1));
  await recordAll(
    ctx,
    tx,
    byCreator.map(({ creator }) => ({
      audience: { userId: creator.creatorId },
      event: { kind: 'adjustment-update', merchant_account_id: creator.merchantAccountId },
    })),
  );
  for (const { amount, creator } of byCreator)
    await notify(
      ctx,
      tx,
      { users: [creator.creatorId], merchantId: brand.merchantId },
      { kind, amount: toMoney(amount, brand.currency), reason },
    );
  await queueMails(
    ctx,
    tx,
    byCreator.flatMap(({ amount, creator }) => {
      const to = mailboxes.get(creator.creatorId);
      return to
        ? [adjustmentMail(ctx, to, { kind, amount, currency: brand.currency, reason, brand: brand.displayName })]
        : [];
    }),
  );
}

export async function giveAdjustmentsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { kind, reason, rows }: BodyOf<typeof giveAdjustments>,
): Promise<BrandAdjustment[]> {
  const brand = await accessBrand(ctx, actor, merchant);
  if (actor.kind === 'person' && actor.impersonatedBy !== null) throw new Refusal('forbidden');
  const { merchantId, currency } = brand;
  const lines = rows.map((row, index) => ({
    line: index + 1,
    creator: handleIn(row.creator),
    amount: BigInt(row.amount),
  }));
  const judged = await ctx.database.as({ role: 'app', merchantId }, (tx) => judge(tx, merchantId, kind, lines));
  refuseProblems(judged, currency);
  const now = ctx.clock.now();
  const given = judged
    .flatMap(({ found, amount }) => (found && amount !== null ? [{ creator: found, amount }] : []))
    .toSorted((one, other) => (one.creator.merchantAccountId < other.creator.merchantAccountId ? -1 : 1))
    .map((each) => ({ ...each, id: newId(now) }));
  const mailboxes = await mailboxesOf(
    ctx,
    given.map(({ creator }) => creator.creatorId),
  );
  const answer = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await writeAdjustments(ctx, tx, actor, given, { kind, reason, brand });
    await tell(ctx, tx, given, { kind, reason, brand, mailboxes });
    return readAdjustments(
      tx,
      merchantId,
      given.map(({ id }) => id),
    );
  });
  await ctx.jobs.soon('deliver_mails');
  return answer;
}

export async function listAdjustmentsOf(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listAdjustments>,
): Promise<{ data: Adjustment[]; meta: MetaOf<typeof listAdjustments> }> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  if (query.merchant_account_id !== undefined && !isId(query.merchant_account_id))
    return { data: [], meta: { next_cursor: null } };
  return ctx.database.as({ role: 'app', creatorId: actor.userId }, (tx) => pageOfAdjustments(tx, actor.userId, query));
}

export async function listBrandAdjustmentsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listBrandAdjustments>,
): Promise<{ data: BrandAdjustment[]; meta: MetaOf<typeof listBrandAdjustments> }> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => pageOfBrandAdjustments(tx, merchantId, query));
}
