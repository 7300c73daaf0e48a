import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { FeedRun } from '@vitrine/contract/catalogue.feeds.ts';
import type { FeedFault } from '@vitrine/contract/values/feed-faults.ts';

export const runStatuses: Record<FeedRun['status'], MessageDescriptor> = {
  changed: msg`Imported`,
  unchanged: msg`No changes`,
  not_modified: msg`No new version`,
  stopped: msg`Stopped`,
  failed: msg`Failed`,
};

/** What went wrong, with what was seen. */
export function faultText(fault: FeedFault, seen: string): string {
  const unreachable = t`We couldn’t reach the server. Check the address: it must be public on the internet.`;
  const texts: Record<FeedFault, string> = {
    address_refused: t`We can’t use this address: ${seen}`,
    redirect_refused: t`It redirects to an address that we can’t use: ${seen}`,
    too_many_redirects: t`It redirects too often; the last time to ${seen}`,
    name_not_found: unreachable,
    unreachable,
    certificate_invalid: t`The certificate of the server is invalid: ${seen}`,
    timed_out: t`The server took too long: ${seen}`,
    broken: t`The connection ended before the feed was complete: ${seen}`,
    status: t`The server answered with status ${seen}.`,
    rate_limited: t`The server asked us to come back later (status ${seen}).`,
    too_large: t`The feed is too large: more than ${seen}`,
    too_deep: t`Elements of the feed are nested ${seen} levels deep. At most 32 are read.`,
    too_slow: t`Reading the feed took more than ${seen} seconds, so we stopped.`,
    too_complex: t`Reading the feed needed more than ${seen} MB of memory, so we stopped.`,
    web_page: t`This is a web page, not a table: “${seen}”`,
    not_text: t`This isn’t CSV, TSV or XML but ${seen}.`,
    not_utf8: t`The feed isn’t in UTF-8: ${seen}`,
    json: t`This is JSON, not CSV, TSV or XML: “${seen}”`,
    xml: t`We can’t read this XML: ${seen}`,
    empty: t`The feed is empty.`,
    unreadable: t`We can’t read the feed: ${seen}`,
    no_products: t`The feed has no product that we can read: ${seen}`,
    fewer: t`Fewer than half of the products are left: ${seen}`,
    unexpected: t`Something went wrong on our side. We’ll try again.`,
  };
  return texts[fault];
}

export const feedIntervals = ['1', '6', '24'] as const;
export const intervalNames: Record<(typeof feedIntervals)[number], MessageDescriptor> = {
  '1': msg`Every hour`,
  '6': msg`Every 6 hours`,
  '24': msg`Every 24 hours`,
};

/** The choice as the contract has it. */
export function hoursOf(value: string): 1 | 6 | 24 {
  return value === '1' ? 1 : value === '6' ? 6 : 24;
}
