import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Explanation, Hold } from '@vitrine/contract/decisions.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { disputeHoldExpiry } from '../commissions/commissions.disputes.ts';
import { reversalOf } from '../commissions/commissions.reversals.ts';
import type { Context } from '../context.ts';
import { pausesJson } from '../merchants/brand.pauses.ts';
import type { Tx } from '../platform/database/database.ts';
import { attribute, attributionRulesVersion } from './attribution.ts';
import { findFraud, holdForReview } from './fraud.decision.ts';
import { basisJson } from './orders.basis.ts';
import { severalHits } from './orders.clicks.ts';
import { conclude } from './orders.decision.ts';
import { candidateRow } from './orders.decision.record.ts';
import { explainTestDecision, holdAsDecided, type Since } from './orders.explain.ts';
import { loadFacts } from './orders.facts.ts';
import type { Line, OrderInDecision } from './orders.queries.ts';
import { sumsOf } from './orders.refund-shares.ts';
import { readTrace, type Trace } from './orders.trace.ts';
import { linesIn, partsIn, type TestContent } from './orders.trials.content.ts';
import type { TestOrder } from './orders.trials.queries.ts';

const storedDecision = z.strictObject({
  outcome: z.string(),
  merchant_account_id: z.nullable(z.string()),
  creator_id: z.nullable(z.string()),
  terms_version: z.nullable(z.int()),
  trace: z.unknown(),
  candidates: z.array(
    z.strictObject({
      via: z.string(),
      creator_id: z.string(),
      reference: z.string(),
      touched_at: z.nullable(z.string()),
      verdict: z.string(),
    }),
  ),
});
export type TestDecision = z.output<typeof storedDecision>;

/** A test order in the form in which orders are decided. */
async function inDecision(tx: Tx, row: TestOrder, content: TestContent): Promise<OrderInDecision> {
  const skus = content.lines.map((line) => line.sku);
  const { rows } = await sql<{ slug: string; display_name: string; pauses: unknown; basis: unknown }>`
    select merchants.slug, merchants.display_name, ${pausesJson} as pauses,
      (select ${basisJson(skus)} from merchants m where m.id = merchants.id) as basis
    from merchants where merchants.id = ${row.merchant_id}`.execute(tx);
  const [merchant] = rows;
  if (!merchant) throw new Error('the brand of a test order is missing');
  return {
    merchant_id: row.merchant_id,
    order_id: row.order_id,
    reference: row.reference,
    source: row.source,
    currency: row.currency,
    placed_at: row.placed_at,
    received_at: row.received_at,
    body: content.body,
    body_hash: row.body_hash,
    hash_version: row.hash_version,
    click_id: content.click_id,
    named_hits: severalHits(content.click_id, row.received_at),
    discount_codes: content.discount_codes,
    customer_hash: row.customer_hash,
    customer_canonical: row.customer_canonical,
    country: content.country,
    basis: content.renewal ? { ...Object(merchant.basis), renewal: content.renewal } : merchant.basis,
    state: 'received',
    decided_at: row.decided_at,
    click_stored: false,
    browser: null,
    redacted_at: null,
    revision: 1,
    edited_at: row.edited_at,
    gross: null,
    awaits_payment: content.awaits_payment,
    merchant_slug: merchant.slug,
    merchant_name: merchant.display_name,
    pauses: merchant.pauses,
    is_under_review: false,
    // Which currencies the brand accepts is asked of orders that move money.
    is_currency_used: true,
  };
}

/**
 * Decides a test order by the facts, rules and terms of every order, and writes nothing: no commission, no flag, no event.
 * Undefined while it waits for its click.
 */
export async function decideTest(
  ctx: Context,
  tx: Tx,
  row: TestOrder,
  content: TestContent,
): Promise<TestDecision | undefined> {
  const loaded = await loadFacts(ctx, tx, await inDecision(tx, row, content));
  const attribution = attribute(loaded.facts);
  if (attribution.kind === 'waiting') return undefined;
  const findings = await findFraud(tx, loaded, attribution);
  holdForReview(attribution, findings);
  const lines = linesIn(content, row.merchant_id, row.order_id);
  const conclusion = await conclude(tx, loaded, attribution, findings, ctx.clock.now(), {
    lines,
    refunded: [],
    isDisputed: false,
  });
  const { winner, result, trace } = conclusion;
  return {
    outcome: result.outcome,
    merchant_account_id: winner?.merchantAccountId ?? null,
    creator_id: winner?.creatorId ?? null,
    terms_version: result.termsVersion,
    trace,
    candidates: attribution.candidates.map((candidate, index) => {
      const { via, creator_id, reference, touched_at, verdict } = candidateRow(candidate, index + 1);
      return { via, creator_id, reference, touched_at: touched_at?.toISOString() ?? null, verdict };
    }),
  };
}

async function handlesOf(tx: Tx, { creator_id: winner, candidates }: TestDecision): Promise<Map<string, string>> {
  const ids = [...new Set([...(winner ? [winner] : []), ...candidates.map((each) => each.creator_id)])];
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('users').select(['id', 'user_handle']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap((row) => (row.user_handle ? [[row.id, row.user_handle] as const] : [])));
}

type WouldEarn = { line_id: string; amount: bigint; base: bigint; reversed: bigint; declined_at: null };

/** What the lines would have earned by now. */
function wouldEarn(explained: Explanation, lines: readonly Line[], content: TestContent): WouldEarn[] {
  const refunded = sumsOf(partsIn(content, lines));
  return explained.lines.flatMap((line) => {
    const amount = BigInt(line.commission?.amount ?? 0);
    if (amount === 0n) return [];
    const base = BigInt(line.base.amount);
    const reversed = reversalOf({ amount, base, reversed: 0n }, refunded.get(line.line_id) ?? 0n);
    return [{ line_id: line.line_id, amount, base, reversed, declined_at: null }];
  });
}

/** What each refund would have reversed of each line, in the order in which they came. */
function reversalsIn(
  content: TestContent,
  lines: readonly Line[],
  { commissions, currency }: { commissions: readonly WouldEarn[]; currency: string },
): Since['reversals'] {
  const parts = partsIn(content, lines);
  const money = (amount: bigint) => toMoney(amount, currency);
  const ofLine = ({ line_id: lineId, amount, base }: WouldEarn) => {
    let before = 0n;
    const reversedBy = (refunded: bigint) => reversalOf({ amount, base, reversed: 0n }, refunded);
    return content.refunds.flatMap(({ refund_id: refundId, kind, received_at: at }) => {
      const refunded = parts
        .filter((part) => part.refundId === refundId && part.lineId === lineId)
        .reduce((sum, part) => sum + part.amount, 0n);
      const reversed = reversedBy(before + refunded) - reversedBy(before);
      before += refunded;
      if (reversed === 0n) return [];
      const about = { refunded: money(before), refunded_before: money(before - refunded) };
      return [{ refund_id: refundId, reason: kind, amount: money(reversed), at, ...about }];
    });
  };
  return new Map(commissions.map((each) => [each.line_id, ofLine(each)]));
}

/** While a payment of an order is disputed, what it earns is on hold. */
function disputeHold(content: TestContent, trace: Trace): Hold | null {
  const open = content.disputes.find(({ state }) => state === 'open');
  if (!open) return null;
  const maturesAt = trace.matures_at ?? open.opened_at;
  const expiry = disputeHoldExpiry(new Date(open.opened_at), new Date(maturesAt));
  return { state: 'waiting', at: null, reason: null, expires_at: expiry.toISOString() };
}

/** The explanation of a test order, as its brand would see it for an order. */
export async function explainTest(
  tx: Tx,
  row: TestOrder,
  content: TestContent,
): Promise<{ explanation: Explanation; commissions: WouldEarn[]; isHeld: boolean } | undefined> {
  if (row.decision === null || row.decided_at === null) return undefined;
  const decision = storedDecision.parse(row.decision);
  const order = { ...(await inDecision(tx, row, content)), state: row.state };
  const handles = await handlesOf(tx, decision);
  const lines = linesIn(content, row.merchant_id, row.order_id);
  const record = {
    decision: {
      ...decision,
      user_handle: handles.get(decision.creator_id ?? '') ?? null,
      rules_version: attributionRulesVersion,
      decided_at: row.decided_at,
      trace: decision.trace as never,
    },
    slug: order.merchant_slug,
    lines,
    candidates: decision.candidates.map((each) => ({
      ...each,
      user_handle: handles.get(each.creator_id) ?? null,
      touched_at: each.touched_at === null ? null : new Date(each.touched_at),
    })),
    revision: null,
  };
  const asDecided = { commissions: [], reversals: new Map(), holdOf: () => null };
  const commissions = wouldEarn(explainTestDecision(order, record, asDecided), lines, content);
  const hold = holdAsDecided(record.decision) ?? disputeHold(content, readTrace(decision.trace));
  const held = new Set(
    commissions.filter(({ amount, reversed }) => hold && reversed < amount).map((each) => each.line_id),
  );
  const explanation = explainTestDecision(order, record, {
    commissions,
    reversals: reversalsIn(content, lines, { commissions, currency: row.currency }),
    holdOf: (lineId) => (held.has(lineId) ? hold : null),
  });
  return { explanation, commissions, isHeld: held.size > 0 };
}
