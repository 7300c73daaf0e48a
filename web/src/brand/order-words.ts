import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { listOrders, Outcome } from '@vitrine/contract/orders.ts';

/** What became of an order, in the few words of a list. */
export const outcomeNames = {
  credited: msg`Credited`,
  held_self_purchase: msg`On hold: own purchase?`,
  held_for_review: msg`On hold: for review`,
  waiting_for_click: msg`Waiting for its click`,
  no_touch: msg`No creator involved`,
  unknown_click: msg`Click not received`,
  unknown_code: msg`Unknown code`,
  outside_window: msg`Outside the window`,
  account_not_active: msg`Creator not active`,
  no_terms: msg`No terms`,
  nothing_to_earn: msg`Nothing to earn`,
} satisfies Record<Outcome, MessageDescriptor>;

export type OrderFilter = Outcome | 'held';

export function isOrderFilter(value: string | undefined): value is OrderFilter {
  return value === 'held' || (value !== undefined && Object.hasOwn(outcomeNames, value));
}

type Order = Pick<DataOf<typeof listOrders>[number], 'outcome' | 'is_held' | 'commission'>;

const reversalNames = {
  partly_reversed: msg`Partly reversed`,
  reversed: msg`Reversed`,
  declined: msg`Declined`,
};

/** The status of an order: what came of its commission since counts for more than how it was decided. */
export function orderName({ outcome, is_held: isHeld, commission }: Order): MessageDescriptor {
  if (outcome === null) return msg`Not decided yet`;
  if (isHeld) return outcome.startsWith('held') ? outcomeNames[outcome] : msg`On hold`;
  if (commission && commission.reversal !== 'none') return reversalNames[commission.reversal];
  return outcome.startsWith('held') ? msg`Released` : outcomeNames[outcome];
}

export function orderLook({
  outcome,
  is_held: isHeld,
  commission,
}: Order): 'good' | 'wait' | 'part' | 'bad' | undefined {
  if (isHeld || outcome === null || outcome === 'waiting_for_click') return 'wait';
  if (!commission) return undefined;
  if (commission.reversal === 'none') return 'good';
  return commission.reversal === 'partly_reversed' ? 'part' : 'bad';
}

/** Why a commission waits for the brand. */
export const holdNames: Record<string, MessageDescriptor> = {
  self_purchase: msg`It looks like the creator’s own purchase.`,
  held_self_purchase: msg`It looks like the creator’s own purchase.`,
  machine_click: msg`The click looks automated.`,
};
