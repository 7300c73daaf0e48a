// The fraud rules at the time of a decision: applied to what is known by then, for the current order.
import type { Tx } from '../platform/database/database.ts';
import { clickOfUuid } from '../hits/click-id.ts';
import type { Attribution } from './attribution.ts';
import { step } from './decision.rules.ts';
import { type CodeUsage, type CreatorHistory, dayMs, type Finding, fraudRules, type SeenOrder } from './fraud.facts.ts';
import { type SuspectAccount, codeUsage, pastOfClick, recentOrders, surroundingsOf } from './fraud.queries.ts';
import { findingsAtDecision } from './fraud.flags.ts';
import { findPatterns } from './fraud.rules.ts';
import { isSuspect } from './fraud.screening.ts';
import type { LoadedFacts } from './orders.facts.ts';
import { findLatestDecision } from './orders.queries.ts';
import { readTrace, type Trace } from './orders.trace.ts';

type Won = Extract<Attribution, { kind: 'won' }>;

/** Longer patterns are found in hindsight. */
const lookBackMs = 7 * dayMs;
/** Rules that compare a brand's creators run in hindsight only. */
const hindsightRules = new Set<string>(['creator_ring', 'duplicate_account']);
const rulesAtDecision = fraudRules.filter((rule) => !hindsightRules.has(rule)).join(' ');

function hasRival({ winner, candidates }: Won): boolean {
  return candidates.some(
    ({ source, creatorId, verdict }) =>
      source.via === 'click' &&
      creatorId !== winner.creatorId &&
      verdict !== 'outside_window' &&
      verdict !== 'renewals_ended' &&
      verdict !== 'after_order',
  );
}

/** What the rules see of an order, and whose it would be. */
type Present = { of: SuspectAccount; order: SeenOrder; hitId: string | undefined };

function presentOf({ order, clicks }: LoadedFacts, attribution: Won): Present {
  const { winner, click: touch } = attribution;
  return {
    of: { merchantId: order.merchant_id, merchantAccountId: winner.merchantAccountId, creatorId: winner.creatorId },
    hitId: touch?.hitId,
    order: {
      orderId: order.order_id,
      placedAt: order.placed_at,
      code: winner.source.via === 'code' ? winner.source.use.code : null,
      clickId: touch && order.named_hits?.includes(touch.hitId) ? clickOfUuid(touch.hitId) : order.click_id,
      click: touch ? (clicks.get(touch.hitId) ?? null) : null,
      customer: (order.customer_canonical ?? order.customer_hash)?.toString('hex') ?? null,
      hasRival: hasRival(attribution),
      isRefunded: false,
      country: order.country,
    },
  };
}

async function historyOf(
  tx: Tx,
  { order }: LoadedFacts,
  { of, order: present, hitId }: Present,
  codes: readonly CodeUsage[],
): Promise<CreatorHistory> {
  const { click, placedAt: until } = present;
  const from = new Date(until.getTime() - lookBackMs);
  const past =
    hitId !== undefined && click
      ? await pastOfClick(tx, of, { hitId, click, from, until })
      : { recent: await recentOrders(tx, of, from, until), ofSameClick: [], burst: undefined };
  const orders = new Map([...past.ofSameClick, ...past.recent, present].map((each) => [each.orderId, each]));
  return {
    brandNames: [order.merchant_name, order.merchant_slug],
    orders: [...orders.values()],
    codes,
    bursts: past.burst ? [{ orderId: order.order_id, ...past.burst }] : [],
  };
}

/** The usage of the order's code, with this order, which is not among the commissions yet. */
async function usageOf(tx: Tx, { of, order, hitId }: Present): Promise<CodeUsage[]> {
  if (order.code === null) return [];
  const usage = await codeUsage(tx, of, order.code, order.placedAt);
  return usage.map((each) => ({ ...each, touchless: each.touchless + (hitId === undefined ? 1 : 0) }));
}

/** What the first look at an order shows, and whether a rule could find it. */
export type Screening = { present: Present; codes: readonly CodeUsage[]; isToBeExamined: boolean };

export async function screen(tx: Tx, loaded: LoadedFacts, attribution: Won): Promise<Screening> {
  const present = presentOf(loaded, attribution);
  const { of, order, hitId } = present;
  const { customer_canonical: canonical, customer_hash: exact } = loaded.order;
  // An order from before mailboxes were hashed. Others are not found by its address.
  if (canonical === null && exact !== null) return { present, codes: await usageOf(tx, present), isToBeExamined: true };
  const from = new Date(order.placedAt.getTime() - lookBackMs);
  const [codes, near] = await Promise.all([
    usageOf(tx, present),
    surroundingsOf(tx, of, { ...order, hitId, customer: canonical }, from),
  ]);
  return { present, codes, isToBeExamined: isSuspect(order, near, codes) };
}

/** The findings for an order that earns something. */
export async function findFraud(tx: Tx, loaded: LoadedFacts, attribution: Attribution): Promise<Finding[]> {
  if (attribution.kind !== 'won') return [];
  const { present, codes, isToBeExamined } = loaded.ahead?.screening ?? (await screen(tx, loaded, attribution));
  if (!isToBeExamined) return [];
  const findings = findPatterns(await historyOf(tx, loaded, present, codes));
  const own = findings.filter(({ orderIds }) => orderIds.includes(loaded.order.order_id));
  return [...new Map(own.map((finding) => [finding.rule, finding])).values()];
}

/**
 * The holds of a repeated decision: those from before if the same creator earns, or the findings for a new earner. A
 * click that arrived meanwhile shows that the order was not part of a leak.
 */
export async function findFraudAgain(tx: Tx, loaded: LoadedFacts, attribution: Attribution): Promise<Finding[]> {
  if (attribution.kind !== 'won') return [];
  const { order } = loaded;
  const before = await findLatestDecision(tx, order.merchant_id, order.order_id);
  if (before?.merchant_account_id !== attribution.winner.merchantAccountId) return findFraud(tx, loaded, attribution);
  const found = foundBy(readTrace(before.trace));
  const kept = (await findingsAtDecision(tx, order)).filter(({ rule }) => found.has(rule));
  return attribution.click ? kept.filter(({ rule }) => rule !== 'code_leak') : kept;
}

function foundBy({ steps }: Trace): Set<string> {
  const checks = steps.find(({ rule }) => rule === 'order_checks');
  return new Set(checks?.facts['found']?.split(' '));
}

/** Holds credited commissions if a rule found something. The decision records which rules ran either way. */
export function holdForReview(attribution: Attribution, findings: readonly Finding[]): void {
  if (attribution.kind !== 'won') return;
  const found = findings.map(({ rule }) => rule).join(' ');
  attribution.steps.push(step('order_checks', found === '' ? 'passed' : 'noted', { asked: rulesAtDecision, found }));
  if (found === '' || attribution.outcome !== 'credited') return;
  attribution.outcome = 'held_for_review';
  attribution.winner.verdict = 'held_for_review';
}
