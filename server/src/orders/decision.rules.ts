import type * as z from 'zod/mini';
import type { ruleStep } from '@vitrine/contract/orders.ts';

export type RuleStep = z.output<typeof ruleStep>;

/**
 * Every rule that a decision may ask, with the facts it names. Rule and verdict are keys of texts; `candidate` is a
 * place in the list of candidates, from 1. No fact names a person; a code or a click is named only in `code` and
 * `click_id`, which a creator's view leaves out (their own stand at their candidates).
 */
export const decisionRules = {
  /** Did the order bring anything that could lead to a creator? */
  brought_along: ['clicks', 'codes'],
  /** Is the click that the order names one of this brand? `noted`: it is so fresh that it may still be on its way. */
  click_recorded: ['click_id', 'clicked_at'],
  /** Is the code given to a creator? */
  code_known: ['code'],
  /** Did the code run when the order was placed? */
  code_running: ['candidate', 'ended_at', 'placed_at'],
  /** Did a shopper's browser make the hit? `noted`: something that looks like a program did; a touch all the same. */
  click_counts: ['candidate', 'class'],
  /** Was the order placed within the window after the click? */
  inside_window: ['candidate', 'clicked_at', 'placed_at', 'window_days'],
  account_active: ['candidate', 'status'],
  /** Of several clicks: the first or the last, as the brand declares. */
  click_order: ['candidate', 'model', 'clicks'],
  /** Of several codes on one order: the one given out last. */
  code_order: ['candidate', 'codes'],
  /** Of a code and a click: which one the brand lets go first. */
  precedence: ['candidate', 'first'],
  /** Did the creator buy through their own link or with their own e-mail address? */
  self_purchase: ['candidate', 'sign'],
  /** The fraud rules: `asked` and `found` are names of rules, told to the brand only. `noted`: one found something. */
  order_checks: ['asked', 'found'],
  /** The version of the terms that held at the click, or at the order for a code without a click. */
  terms_held: ['version', 'held_at', 'effective_at'],
  /** Rules of flat amounts are in the brand's currency and say nothing about an order in another one. */
  flat_amounts_apply: ['currency', 'terms_currency'],
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
