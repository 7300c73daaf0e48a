import * as z from 'zod/mini';
import { appliedRule, exclusion, ruleStep } from '@vitrine/contract/decisions.ts';

export const customerKind = z.enum(['new', 'returning', 'unknown']);

/** What a creator had reached in the month of an order, and what rules with a cap by month could still pay. */
const measured = z.strictObject({
  merchant_account_id: z.string(),
  month: z.string(),
  currency: z.string(),
  sales: z.string(),
  orders: z.int(),
  /** By the position of the rule in this version of the terms. */
  version: z.int(),
  rooms: z.record(z.string(), z.string()),
});
export type Measured = z.output<typeof measured>;

/** What a decision stores besides its columns: no names, only the steps and the result of each line. */
const trace = z.strictObject({
  steps: z.array(ruleStep),
  lines: z.array(
    z.strictObject({
      line_id: z.string(),
      rule: z.nullable(appliedRule),
      commission: z.nullable(z.string()),
      excluded: z.optional(exclusion),
      /** Of a rule with tiers: the rate of the tier that was reached. */
      tier_rate: z.optional(z.int()),
      /** What the rule's caps took from the commission. */
      cuts: z.optional(z.strictObject({ order: z.string(), month: z.string() })),
    }),
  ),
  /** What was measured for the decision, if a rule depends on it. A later one uses the same. */
  reached: z.optional(measured),
  customer: z.optional(customerKind),
  matures_at: z.nullable(z.string()),
});
export type Trace = z.output<typeof trace>;

export function readTrace(stored: unknown): Trace {
  return trace.parse(stored);
}

/**
 * Why a decision was made: the order itself, a late click that changed it, one that only completes its record, a
 * reclassified click, or a change of the order in the shop.
 */
export type DecisionCause = 'order' | 'late_click' | 'late_touch' | 'click_class' | 'edit';
/** The causes that change what someone earns or reads. */
export const changingCauses = ['late_click', 'click_class', 'edit'] as const satisfies readonly DecisionCause[];
export type ChangingCause = (typeof changingCauses)[number];
