import * as z from 'zod/mini';
import { appliedRule, exclusion, ruleStep } from '@vitrine/contract/decisions.ts';

/** What a decision stores besides its columns: no names, only the steps and the result of each line. */
const trace = z.strictObject({
  steps: z.array(ruleStep),
  lines: z.array(
    z.strictObject({
      line_id: z.string(),
      rule: z.nullable(appliedRule),
      commission: z.nullable(z.string()),
      excluded: z.optional(exclusion),
    }),
  ),
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
