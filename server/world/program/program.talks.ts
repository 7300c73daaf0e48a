import type { Talk } from '../talks.ts';

// Conversations of the staff with other creators than Ava. Times are before now.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const glow = { merchant: 'glow-lab', staff: 'brand@glow.test' } as const;

export const programTalks: readonly (Omit<Talk, 'account'> & { handle: string })[] = [
  {
    ...glow,
    handle: 'lucia_mendes',
    creator: 'lucia_mendes@creators.test',
    unread: { creator: 0, brand: 2 },
    lines: [
      { ago: 12 * day, by: 'brand', text: 'Lúcia, the bonus for the Rosewood video is in your balance. Obrigada!' },
      { ago: 12 * day - 2 * hour, by: 'creator', text: 'Saw it, thank you! The comments still come in.' },
      {
        ago: 30 * hour,
        by: 'creator',
        text: 'Could I get two more Dew Serums for a giveaway during the holiday weeks?',
      },
      { ago: 29 * hour, by: 'creator', text: 'I’d do it on the 8th, with the campaign rate in the caption.' },
    ],
  },
  {
    ...glow,
    handle: 'hayoon',
    creator: 'hayoon@creators.test',
    unread: { creator: 1, brand: 0 },
    lines: [
      { ago: 11 * day, by: 'brand', text: 'The bank sent your payout back: the account number doesn’t exist.' },
      {
        ago: 10 * day,
        by: 'creator',
        text: '아, 새 계좌를 안 적었네요. I changed banks in October. I’ll enter the new one.',
      },
      { ago: 10 * day - hour, by: 'brand', text: 'No hurry. Your balance is safe, you can request it again any time.' },
    ],
  },
  {
    ...glow,
    handle: 'grace_osullivan',
    creator: 'grace_osullivan@creators.test',
    unread: { creator: 0, brand: 0 },
    lines: [
      { ago: 5 * day, by: 'creator', text: 'Is Cloud Cream fine with retinol? Three people asked me today.' },
      { ago: 5 * day - 50 * minute, by: 'brand', text: 'Yes. Retinol first, wait a few minutes, then the cream.' },
    ],
  },
  {
    ...glow,
    handle: 'wanjiru_kamau',
    creator: 'wanjiru_kamau@creators.test',
    unread: { creator: 0, brand: 1 },
    lines: [
      { ago: 2 * day, by: 'brand', text: 'Welcome, Wanjirũ! Which product should we send you first?' },
      { ago: 7 * hour, by: 'creator', text: 'The serum, please. My first link is up already!' },
    ],
  },
];
