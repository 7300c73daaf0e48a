import type { Statement } from '@vitrine/contract/payouts.ts';

type Entry = Statement['entries'][number];

const words: Record<Entry['kind'], string> = {
  commission: 'Commission earned',
  maturity: 'Return window over',
  reversal: 'Taken back by a refund',
  payout_request: 'Cashed out',
  payout_cancel: 'Cash-out came back',
  payout_paid: 'Paid',
  adjustment: 'Adjustment',
};

/** Why an entry is there. */
export function reasonText(entry: Pick<Entry, 'kind' | 'title'>): string {
  const why = words[entry.kind];
  return entry.title ? `${entry.title}, ${why.charAt(0).toLowerCase()}${why.slice(1)}` : why;
}
