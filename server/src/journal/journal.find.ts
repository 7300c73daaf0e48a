import { open } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { timeOfClick } from '../hits/click-id.ts';
import { findHit, type HitRecord, type Profiles } from '../hits/hit.record.ts';
import { frameEnd, readFrame } from './journal.frame.ts';
import type { JournalPart, Times } from './journal.parts.ts';

// Finds one hit among those that are not in the database yet. Its id begins with its time, so only the parts of that
// time are read. Redirects continue between two frames.

/** A segment and where its undrained frames begin. */
export type Searched = { path: string; end: number; parts: readonly JournalPart[]; drained: number };
type Stretch = { path: string; from: number; to: number; distance: number };

/** Tolerates a clock that was set back by up to this much. */
const slackMs = 100;
/** The most bytes that a search reads. */
const mostBytes = 8 * 1024 * 1024;
const breatheBytes = 128 * 1024;

function distanceOf({ earliest, latest }: Times, at: number): number {
  return Math.max(0, earliest - at, at - latest);
}

/** The ranges that can contain a hit of this time, most likely first. */
function stretchesOf(segments: readonly Searched[], at: number): Stretch[] {
  return segments
    .flatMap(({ path, end, parts, drained }) =>
      parts.map((part, place) => ({
        path,
        from: part.from,
        to: parts[place + 1]?.from ?? end,
        distance: distanceOf(part, at),
        drained,
      })),
    )
    .filter(({ to, drained, distance }) => to > drained && distance <= slackMs)
    .toSorted((one, other) => one.distance - other.distance);
}

async function readStretch({ path, from, to }: Stretch): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(to - from);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function findIn(content: Buffer, clickId: string): Promise<HitRecord | undefined> {
  const profiles: Profiles = new Map();
  let breathedAt = 0;
  for (let at = 0; ; ) {
    const end = frameEnd(content, at);
    if (end === undefined) return undefined;
    const found = findHit(readFrame(content, at)?.lines ?? [], clickId, profiles);
    if (found) return found;
    at = end;
    if (at - breathedAt < breatheBytes) continue;
    breathedAt = at;
    await breathe();
  }
}

export async function findRecord(segments: readonly Searched[], clickId: string): Promise<HitRecord | undefined> {
  let bytes = 0;
  for (const stretch of stretchesOf(segments, timeOfClick(clickId))) {
    bytes += stretch.to - stretch.from;
    if (bytes > mostBytes) return undefined;
    const found = await findIn(await readStretch(stretch), clickId);
    if (found) return found;
  }
  return undefined;
}
