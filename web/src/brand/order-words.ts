import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Outcome } from '@vitrine/contract/orders.ts';

/** What became of an order, in the few words of a list. */
export const outcomeNames = {
  credited: msg`Credited`,
  held_self_purchase: msg`On hold: own purchase?`,
  held_for_review: msg`On hold: for review`,
  waiting_for_click: msg`Waits for its click`,
  no_touch: msg`No creator involved`,
  unknown_click: msg`Unknown click`,
  unknown_code: msg`Unknown code`,
  outside_window: msg`Too late`,
  account_not_active: msg`Creator not active`,
  no_terms: msg`No terms`,
  nothing_to_earn: msg`Nothing to earn`,
} satisfies Record<Outcome, MessageDescriptor>;

export type OrderFilter = Outcome | 'held';

export function isOrderFilter(value: string | undefined): value is OrderFilter {
  return value === 'held' || (value !== undefined && Object.hasOwn(outcomeNames, value));
}

type Order = { outcome: Outcome | null; is_held: boolean };

/** What became of an order; one that was held says so only as long as it is. */
export function orderName({ outcome, is_held: isHeld }: Order): MessageDescriptor {
  if (outcome === null) return msg`Not decided yet`;
  return outcome.startsWith('held') && !isHeld ? msg`Looked at` : outcomeNames[outcome];
}

export function orderLook({ outcome, is_held: isHeld }: Order): 'good' | 'wait' | undefined {
  if (isHeld || outcome === null || outcome === 'waiting_for_click') return 'wait';
  return outcome === 'credited' || outcome.startsWith('held') ? 'good' : undefined;
}

/** Why a commission waits for the brand. */
export const holdNames: Record<string, MessageDescriptor> = {
  self_purchase: msg`It looks like an order of the creator’s own.`,
  held_self_purchase: msg`It looks like an order of the creator’s own.`,
  machine_click: msg`The click looks like a program’s.`,
};
