import { t } from '@lingui/core/macro';
import type { Exclusion, Explanation, Outcome } from '@vitrine/contract/decisions.ts';

// One sentence for each outcome of an order, for each reader. A new outcome doesn't compile until it has its sentences
// here.

type Reader = 'creator' | 'brand';
type Decided = Pick<Explanation, 'outcome' | 'candidates'> & Partial<Pick<Explanation, 'steps'>>;

/** The outcome, split where one outcome has two causes. */
type Cause = Outcome | 'after_order' | 'renewals_ended' | 'code_ended' | 'capped';

function causeOf({ outcome, candidates, steps = [] }: Decided): Cause {
  const isVerdict = (verdict: string) => candidates.some((candidate) => candidate.verdict === verdict);
  if (outcome === 'outside_window' && !isVerdict('outside_window') && isVerdict('after_order')) return 'after_order';
  if (outcome === 'outside_window' && isVerdict('renewals_ended')) return 'renewals_ended';
  if (outcome === 'unknown_code' && isVerdict('code_ended')) return 'code_ended';
  if (outcome === 'nothing_to_earn' && steps.some(({ rule }) => rule === 'caps')) return 'capped';
  return outcome;
}

type Sentences = {
  /** The first sentence of the sheet: for a creator who earned nothing from the order, and for the brand. */
  creator: () => string;
  brand: () => string;
  /** Shown instead of a commission on a line that earns none. */
  line: () => string;
};

const noRate = () => t`No rate in the terms covers this product`;

const sentences: Record<Cause, Sentences> = {
  credited: {
    creator: () => t`Another creator was credited with this order.`,
    brand: () => t`A creator was credited with this order.`,
    line: noRate,
  },
  held_self_purchase: {
    creator: () =>
      t`Another creator was credited with this order. It was put on hold because it may be their own purchase.`,
    brand: () => t`A creator was credited with this order. It was put on hold because it may be their own purchase.`,
    line: noRate,
  },
  held_for_review: {
    creator: () => t`Another creator was credited with this order. It was put on hold for the brand to review.`,
    brand: () => t`A creator was credited with this order. It was put on hold for you to review.`,
    line: noRate,
  },
  waiting_for_click: {
    creator: () => t`The click behind this order hasn’t reached us yet. The order is decided as soon as it does.`,
    brand: () => t`The click that your shop reported hasn’t reached us yet. The order is decided as soon as it does.`,
    line: () => t`No commission yet: the click is missing`,
  },
  no_touch: {
    creator: () => t`The order included no click on a creator’s link and no creator’s discount code.`,
    brand: () => t`Your shop reported the order without a click and without a discount code.`,
    line: () => t`No commission: no click and no code`,
  },
  unknown_click: {
    creator: () =>
      t`This brand has no record of the click that its shop reported. If it still arrives, the order is decided again.`,
    brand: () =>
      t`There is no record of the click that your shop reported. If it still arrives, the order is decided again.`,
    line: () => t`No commission: no record of the click`,
  },
  unknown_code: {
    creator: () => t`The discount code on the order doesn’t belong to a creator.`,
    brand: () => t`The discount code on the order doesn’t belong to any of your creators.`,
    line: () => t`No commission: not a creator’s code`,
  },
  code_ended: {
    creator: () => t`The discount code had ended before the order was placed.`,
    brand: () => t`The creator’s discount code had ended before the order was placed.`,
    line: () => t`No commission: the code had ended`,
  },
  outside_window: {
    creator: () => t`The order was placed after the attribution window had ended.`,
    brand: () => t`The order was placed after your attribution window had ended.`,
    line: () => t`No commission: after the attribution window`,
  },
  after_order: {
    creator: () => t`The click was made after the order had been placed.`,
    brand: () => t`The click that your shop reported was made after the order had been placed.`,
    line: () => t`No commission: the click came after the order`,
  },
  renewals_ended: {
    creator: () => t`The order renewed a subscription after the time in which renewals earn.`,
    brand: () => t`The order renewed a subscription after the time in which renewals earn at your brand.`,
    line: () => t`No commission: renewals no longer earn`,
  },
  brand_paused: {
    creator: () => t`The brand was paused when the click was made, or when the code was used.`,
    brand: () => t`Your brand was paused when the click was made, or when the code was used.`,
    line: () => t`No commission: the brand was paused`,
  },
  brand_closed: {
    creator: () => t`The brand was closed when the click was made, or when the code was used.`,
    brand: () => t`Your brand was closed when the click was made, or when the code was used.`,
    line: () => t`No commission: the brand was closed`,
  },
  account_not_active: {
    creator: () => t`The storefront behind the order wasn’t active.`,
    brand: () => t`The creator’s storefront wasn’t active.`,
    line: () => t`No commission: the storefront wasn’t active`,
  },
  no_terms: {
    creator: () => t`The brand had no active commission terms at that time.`,
    brand: () => t`You had no active commission terms at that time.`,
    line: () => t`No commission: no terms were active`,
  },
  nothing_to_earn: {
    creator: () => t`The brand’s terms pay no commission on what was bought.`,
    brand: () => t`Your terms pay no commission on what was bought.`,
    line: noRate,
  },
  capped: {
    creator: () => t`The brand’s terms limit the commission per month, and you had reached the limit.`,
    brand: () => t`Your terms limit the commission per month, and the creator had reached the limit.`,
    line: noRate,
  },
};

/** Why the order earned the reader nothing, or nothing yet. */
export function outcomeText(decided: Decided, reader: Reader): string {
  return sentences[causeOf(decided)][reader]();
}

/** Why a line earns no commission. Fixed amounts in a currency other than the order's don't apply to it. */
export function lineText(decided: Decided & Pick<Explanation, 'steps'>): string {
  const sentence = sentences[causeOf(decided)].line;
  const isOtherCurrency = decided.steps.some(
    ({ rule, verdict }) => rule === 'flat_amounts_apply' && verdict === 'failed',
  );
  if (sentence === noRate && isOtherCurrency) return t`No percentage rate covers this product`;
  return sentence();
}

const exclusions: Record<Exclusion, () => string> = {
  gift_card: () => t`No commission: gift cards don’t earn at this brand`,
  tip: () => t`No commission: tips don’t earn at this brand`,
  donation: () => t`No commission: donations don’t earn at this brand`,
  free: () => t`No commission: nothing was paid for it`,
};

/** Why a line earns nothing, whatever the rates are. */
export function exclusionText(excluded: Exclusion): string {
  return exclusions[excluded]();
}
