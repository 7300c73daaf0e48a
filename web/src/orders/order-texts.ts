import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { Outcome } from '@vitrine/contract/decisions.ts';
import type { listOrders } from '@vitrine/contract/orders.ts';

/** The short names of order outcomes, for lists. */
export const outcomeNames = {
  credited: msg`Credited`,
  held_self_purchase: msg`On hold: own purchase?`,
  held_for_review: msg`On hold: needs review`,
  waiting_for_click: msg`Waiting for click`,
  no_touch: msg`No creator involved`,
  unknown_click: msg`Click not received`,
  unknown_code: msg`Unknown code`,
  outside_window: msg`Outside attribution window`,
  brand_paused: msg`Brand paused`,
  brand_closed: msg`Brand closed`,
  account_not_active: msg`Creator not active`,
  no_terms: msg`No terms`,
  nothing_to_earn: msg`No commission`,
} satisfies Record<Outcome, MessageDescriptor>;

/** What became of orders, in the order of the list. */
export const statusNames = {
  held: msg`Needs review`,
  not_credited: msg`Not credited`,
  declined: msg`Declined`,
  waiting_for_payment: msg`Waiting for payment`,
  waiting_for_currency: msg`Currency not accepted`,
  partly_refunded: msg`Partly refunded`,
  refunded: msg`Refunded`,
  cancelled: msg`Canceled`,
  disputed: msg`Disputed`,
  flagged: msg`Flagged after payout`,
  test: msg`Test orders`,
};

export type OrderFilter = Outcome | keyof typeof statusNames;

export function isOrderFilter(value: string | undefined): value is OrderFilter {
  return value !== undefined && (Object.hasOwn(statusNames, value) || Object.hasOwn(outcomeNames, value));
}

type Order = Pick<DataOf<typeof listOrders>[number], 'state' | 'waits_for' | 'outcome' | 'is_held' | 'commission'>;

const reversalNames = {
  partly_reversed: msg`Partly reversed`,
  reversed: msg`Reversed`,
  declined: msg`Declined`,
};

/** What an order waits for that is not decided. */
function undecidedName(state: Order['state'], block: Order['waits_for']): MessageDescriptor {
  if (block === 'payment') return msg`Waiting for payment`;
  if (block === 'currency') return msg`Currency not accepted`;
  return state === 'waiting' ? outcomeNames.waiting_for_click : msg`Being decided`;
}

/** The status of an order. A hold or a reversal of its commission comes before the outcome of its decision. */
export function orderName({ state, waits_for: block, outcome, is_held: isHeld, commission }: Order): MessageDescriptor {
  if (outcome === null) return undecidedName(state, block);
  if (isHeld) return outcome.startsWith('held') ? outcomeNames[outcome] : msg`On hold`;
  if (commission && commission.reversal !== 'none') return reversalNames[commission.reversal];
  return outcome.startsWith('held') ? msg`Released` : outcomeNames[outcome];
}

export function orderLook({
  outcome,
  is_held: isHeld,
  commission,
}: Omit<Order, 'state' | 'waits_for'>): 'good' | 'wait' | 'part' | 'bad' | undefined {
  if (isHeld || outcome === null || outcome === 'waiting_for_click') return 'wait';
  if (!commission) return undefined;
  if (commission.reversal === 'none') return 'good';
  return commission.reversal === 'partly_reversed' ? 'part' : 'bad';
}

/** Why a commission is on hold. The flag of a rule gives the figures behind it. */
export const holdNames: Record<string, MessageDescriptor> = {
  dispute: msg`The shopper disputes the payment with their bank.`,
  self_purchase: msg`It looks like the creator’s own purchase.`,
  held_self_purchase: msg`It looks like the creator’s own purchase.`,
  machine_click: msg`The click looks automated.`,
  click_reuse: msg`One click led to many orders.`,
  click_flood: msg`Many clicks came from one visitor.`,
  hidden_frame: msg`The link was loaded inside another page.`,
  bot_farm: msg`The orders look automated.`,
  code_leak: msg`The code may have leaked.`,
  code_hijack: msg`The code is used on other creators’ orders.`,
  last_second_click: msg`Clicks come just seconds before the order.`,
  refund_cycling: msg`Orders are returned again and again.`,
  country_mismatch: msg`Clicks and orders come from different countries.`,
  brand_bidding: msg`The click came from a search ad on your brand.`,
  creator_ring: msg`Creators buy from each other.`,
  duplicate_account: msg`Two creator accounts may belong to the same person.`,
};
