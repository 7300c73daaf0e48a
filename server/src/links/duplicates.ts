import { isCounted, type Verdict } from './classify.ts';

// A second click of the same browser on the same link within the brand's window is a duplicate. The browser is known
// by the mark that it sent back; one that sent none is taken for the visitor of the day, with a reason of its own,
// because several people can look alike. Two marks behind one address are two people.

export type Repeatable = {
  linkId: string;
  at: number;
  windowMs: number;
  /** Hash of the mark that the request carried, in hex; '' when it carried none. */
  sentBrowser: string;
  /** Hash of the mark that the browser has after the answer. */
  browser: string;
  visitor: string;
  verdict: Verdict;
};

/** When a browser or a visitor last had a click counted on a link. */
export type Counted = Map<string, number>;

export function countedKey(linkId: string, mark: string): string {
  return `${linkId} ${mark}`;
}

/** Settles the verdicts in the order of time, and notes in `counted` what they add to it. */
export function markDuplicates(hits: readonly Repeatable[], counted: Counted): void {
  for (const hit of inOrderOfTime(hits)) {
    if (!isCounted(hit.verdict)) continue;
    const isKnownBrowser = hit.sentBrowser !== '';
    const last = counted.get(countedKey(hit.linkId, isKnownBrowser ? hit.sentBrowser : hit.visitor));
    if (last !== undefined && Math.abs(hit.at - last) < hit.windowMs) {
      hit.verdict = { class: 'duplicate', reason: isKnownBrowser ? 'same_browser' : 'same_visitor_no_cookie' };
      continue;
    }
    for (const mark of [hit.browser, hit.visitor]) {
      const key = countedKey(hit.linkId, mark);
      counted.set(key, Math.max(counted.get(key) ?? 0, hit.at));
    }
  }
}

/** A journal is almost in order already. */
function inOrderOfTime(hits: readonly Repeatable[]): readonly Repeatable[] {
  const isInOrder = hits.every((hit, place) => place === 0 || (hits[place - 1]?.at ?? 0) <= hit.at);
  return isInOrder ? hits : hits.toSorted((one, other) => one.at - other.at);
}
