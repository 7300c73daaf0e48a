import { timeOfClick } from '../hits/click-id.ts';
import { clickIdOfLine, type HitRecord, isHitLine } from '../hits/hit.record.ts';

// The parts of a segment that can each be read alone, because they introduce the profiles that their hits name, with
// the times of their first and last hits. Hits are written almost in time order.

/** In milliseconds. */
export type Times = { earliest: number; latest: number };
/** A part reaches to the next one, or to the end of the segment. */
export type JournalPart = Times & { from: number };

function timesBetween(first: string, last: string): Times {
  const [one, other] = [timeOfClick(first), timeOfClick(last)];
  return { earliest: Math.min(one, other), latest: Math.max(one, other) };
}

/** The times of one frame, by its first and its last hit. */
export function timesOf(records: readonly HitRecord[]): Times {
  return timesBetween(records[0]?.clickId ?? '', records.at(-1)?.clickId ?? '');
}

export function timesOfLines(lines: readonly string[]): Times | undefined {
  const first = lines.find(isHitLine);
  const last = lines.findLast(isHitLine);
  return first === undefined || last === undefined
    ? undefined
    : timesBetween(clickIdOfLine(first), clickIdOfLine(last));
}

export function span(one: Times | undefined, other: Times | undefined): Times | undefined {
  if (!one || !other) return one ?? other;
  return { earliest: Math.min(one.earliest, other.earliest), latest: Math.max(one.latest, other.latest) };
}

/**
 * Records a frame that was written at the end of a segment. A new part begins where all profiles are introduced again.
 */
export function extendParts(segment: { end: number; parts: JournalPart[] }, introducedAt: number, times: Times): void {
  const last = segment.parts.at(-1);
  if (last && segment.end !== introducedAt) Object.assign(last, span(last, times));
  else segment.parts.push({ from: segment.end, ...times });
}
