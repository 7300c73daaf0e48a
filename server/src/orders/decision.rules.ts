import type * as z from 'zod/mini';
import type { ruleStep } from '@vitrine/contract/decisions.ts';

export type RuleStep = z.output<typeof ruleStep>;

/**
 * Every rule of a decision, with the facts it names. Rule and verdict are keys of texts; `candidate` is an index in the
 * list of candidates, from 1. No fact names a person; a code or a click is only in `code` and `click_id`, which are
 * left out for creators (their own are with their candidates).
 */
export const decisionRules = {
  /** Does the order have anything that could lead to a creator? */
  brought_along: ['clicks', 'codes'],
  /** Is the named click one of this brand's? `noted`: it is so recent that it may not have reached the database yet. */
  click_recorded: ['click_id', 'clicked_at'],
  /** Is the code assigned to a creator? */
  code_known: ['code'],
  /** Was the code valid when the order was placed? */
  code_running: ['candidate', 'ended_at', 'placed_at'],
  /** Did a shopper's browser make the hit? `noted`: it looks like a bot, but is a touch all the same. */
  click_counts: ['candidate', 'class'],
  /** Was the order placed within the window after the click? */
  inside_window: ['candidate', 'clicked_at', 'placed_at', 'window_days'],
  /** Was a subscription renewed while its renewals earn? Only for orders that renew one. */
  renewal_earns: ['candidate', 'since', 'until', 'placed_at'],
  /** Was the brand paused or closed when the click was made, or, for a code, when the order was placed? */
  brand_active: ['candidate', 'status', 'since'],
  /** The same for the creator’s account at the brand. */
  account_active: ['candidate', 'status', 'since'],
  /** Of several clicks: the first or the last, as the brand configured. */
  click_order: ['candidate', 'model', 'clicks'],
  /** Of several codes on one order: the one assigned last. */
  code_order: ['candidate', 'codes'],
  /** Of a code and a click: the one with precedence at the brand. */
  precedence: ['candidate', 'first'],
  /** Did the creator buy through their own link or with their own email address? */
  self_purchase: ['candidate', 'sign'],
  /** The fraud rules: `asked` and `found` are names of rules, shown to the brand only. `noted`: one found something. */
  order_checks: ['asked', 'found'],
  /** The version of the terms at the time of the click, or of the order for a code without a click. */
  terms_held: ['version', 'held_at', 'effective_at'],
  /** Flat amounts are in the brand's currency and don't apply to an order in another one. */
  flat_amounts_apply: ['currency', 'terms_currency'],
  /** Is the customer new to the brand? Only if that decides which rate applies: `new`, `returning` or `unknown`. */
  new_customer: ['customer'],
  /** What the caps of the rules took from the commission, in minor units. */
  caps: ['per_order', 'per_month', 'currency'],
  something_earned: ['commission', 'currency'],
} as const satisfies Record<string, readonly string[]>;

export type DecisionRule = keyof typeof decisionRules;

export function step<R extends DecisionRule>(
  rule: R,
  verdict: RuleStep['verdict'],
  facts: Record<(typeof decisionRules)[R][number], string>,
): RuleStep {
  return { rule, verdict, facts };
}
