import type { FeedFault } from '@vitrine/contract/values/feed-faults.ts';
import { hideInAddresses } from '../platform/shown.addresses.ts';

/**
 * Why a feed could not be read, and what was seen, with what addresses can keep secret left out. `retryAt`: when its
 * server allows the next request.
 */
export class FeedFailure extends Error {
  readonly fault: FeedFault;
  readonly seen: string;
  readonly retryAt: Date | undefined;
  constructor(fault: FeedFault, seen: string, retryAt?: Date) {
    const shown = hideInAddresses(seen);
    super(`${fault}: ${shown}`);
    this.fault = fault;
    this.seen = shown;
    this.retryAt = retryAt;
  }
}

const mostShown = 120;

/** The beginning of a text on one line, safe to show and store. */
export function excerptOf(text: string): string {
  const plain = text
    .slice(0, 10 * mostShown)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
  const letters = Array.from(plain);
  return letters.length > mostShown ? `${letters.slice(0, mostShown).join('')}…` : plain;
}

const unreachable = () => 'can’t be reached from here. Check its spelling: it must be public on the internet';

const reasons: Record<FeedFault, (seen: string) => string> = {
  address_refused: (seen) => `can’t be used: ${seen}`,
  redirect_refused: (seen) => `redirects to an address that can’t be used: ${seen}`,
  too_many_redirects: (seen) => `redirects more than 3 times; the last time to ${seen}`,
  name_not_found: unreachable,
  unreachable,
  certificate_invalid: (seen) => `has an invalid certificate: ${seen}`,
  timed_out: (seen) => `did not answer completely in time: ${seen}`,
  broken: (seen) => `broke off before the answer was complete: ${seen}`,
  status: (seen) => `answered with status ${seen} instead of 200`,
  rate_limited: (seen) => `answered with status ${seen}: its server asks us to come back later`,
  too_large: (seen) => `is larger than ${seen}`,
  too_deep: (seen) => `has elements ${seen} levels deep; at most 32 are read`,
  too_slow: (seen) => `takes more than ${seen} seconds to read; nothing was imported`,
  too_complex: (seen) => `needs more than ${seen} MB of memory to read; nothing was imported`,
  web_page: (seen) => `is a web page, not a table of products; it begins with “${seen}”`,
  not_text: (seen) => `is not text but ${seen}; use CSV, TSV or XML`,
  not_utf8: (seen) => `is not in UTF-8 (${seen}); export it as UTF-8`,
  json: (seen) => `is JSON, not CSV, TSV or XML; it begins with “${seen}”`,
  xml: (seen) => `is XML that can’t be read: ${seen}`,
  empty: () => 'is empty',
  unreadable: (seen) => `can’t be read as products: ${seen}`,
  no_products: (seen) => `has no product that can be read: ${seen}`,
  fewer: (seen) => `has fewer than half of its products: ${seen}`,
  unexpected: () => 'could not be imported because of an error on our side',
};

/** What is wrong with the address, as the end of a sentence of the API. */
export function feedReason({ fault, seen }: FeedFailure): string {
  return reasons[fault](seen);
}
