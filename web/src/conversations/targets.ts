import type { MerchantEntry } from '@vitrine/contract/conversations.ts';

type Counted = Pick<MerchantEntry, 'unread_message_count' | 'unread_announcement_count'>;

export function unreadOf(entry: Counted): number {
  return entry.unread_message_count + entry.unread_announcement_count;
}

/** Unread totals of all brands, for the bell and the comments icon (S17). */
export function unreadTotals(list: readonly Counted[]): { messages: number; announcements: number } {
  return {
    messages: list.reduce((sum, entry) => sum + entry.unread_message_count, 0),
    announcements: list.reduce((sum, entry) => sum + entry.unread_announcement_count, 0),
  };
}

/** Unread totals in the list of brands are capped at 99. */
export function cappedUnread(entry: Counted): number {
  return Math.min(99, unreadOf(entry));
}

/**
 * The target of the messages icon (S10): the brands by total unread, highest first, otherwise in their given order. The
 * first is the default; with one brand there is no choice.
 */
export function messageTargets<Entry extends Counted>(
  list: readonly Entry[],
): { ordered: Entry[]; first: Entry | undefined; only: Entry | undefined } {
  const ordered = list.toSorted((one, other) => unreadOf(other) - unreadOf(one));
  return { ordered, first: ordered[0], only: ordered.length === 1 ? ordered[0] : undefined };
}

/** Newest conversation first, brands without a message last (S17). */
export function byLastMessage<Entry extends Pick<MerchantEntry, 'last_message'>>(list: readonly Entry[]): Entry[] {
  const at = (entry: Entry) =>
    entry.last_message ? Date.parse(entry.last_message.created_at) : Number.NEGATIVE_INFINITY;
  return list.toSorted((one, other) => (at(one) === at(other) ? 0 : at(other) - at(one)));
}
