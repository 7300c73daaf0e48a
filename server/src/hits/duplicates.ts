import { isCounted, type HitVerdict } from './classify.ts';

// A second click of the same browser on the same link within the brand's duplicate window is a duplicate. The browser
// is recognized by the mark that it sent. Without one, the visitor of the day is compared, with its own reason, because
// several people can look alike. Two signed marks behind one address are two people; an unsigned mark can be made up
// for each request, so its visitor of the day must be new too.

export type Repeatable = {
  linkId: string;
  at: number;
  windowMs: number;
  /** Hash of the mark that the request had, in hex; '' if none. */
  sentBrowser: string;
  /** Hash of the mark that the browser has after the answer. */
  browser: string;
  /** Whether the mark that was sent is not signed by us. */
  isUnsigned: boolean;
  visitor: string;
  verdict: HitVerdict;
};

/** The time of the last counted click of a browser or a visitor on a link. */
export type Counted = Map<string, number>;

export function countedKey(linkId: string, mark: string): string {
  return `${linkId} ${mark}`;
}

/** Sets the duplicate verdicts in time order, and adds the counted clicks to `counted`. */
export function markDuplicates(hits: readonly Repeatable[], counted: Counted): void {
  for (const hit of inOrderOfTime(hits)) {
    if (!isCounted(hit.verdict)) continue;
    const reason = repeatReason(hit, counted);
    if (reason !== undefined) {
      hit.verdict = { class: 'duplicate', reason };
      continue;
    }
    for (const mark of [hit.browser, hit.visitor]) {
      const key = countedKey(hit.linkId, mark);
      counted.set(key, Math.max(counted.get(key) ?? 0, hit.at));
    }
  }
}

function repeatReason(hit: Repeatable, counted: Counted): string | undefined {
  const isRepeated = (mark: string): boolean => {
    const last = counted.get(countedKey(hit.linkId, mark));
    return last !== undefined && Math.abs(hit.at - last) < hit.windowMs;
  };
  if (hit.sentBrowser === '') return isRepeated(hit.visitor) ? 'same_visitor_no_cookie' : undefined;
  if (isRepeated(hit.sentBrowser)) return 'same_browser';
  return hit.isUnsigned && isRepeated(hit.visitor) ? 'same_visitor_unsigned_cookie' : undefined;
}

/** A journal is almost sorted already. */
function inOrderOfTime(hits: readonly Repeatable[]): readonly Repeatable[] {
  const isInOrder = hits.every((hit, place) => place === 0 || (hits[place - 1]?.at ?? 0) <= hit.at);
  return isInOrder ? hits : hits.toSorted((one, other) => one.at - other.at);
}
