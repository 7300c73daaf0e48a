import * as z from 'zod/mini';
import { instant } from '@vitrine/contract/values/fields.ts';
import { isId } from '../ids.ts';
import { invalid } from '../refusal.ts';

const place = z.tuple([
  instant,
  z.string().check(
    z.maxLength(200),
    z.refine((id: string) => id.isWellFormed() && !id.includes('\u0000')),
  ),
]);

/**
 * The position in a list that is sorted by time and id. A time that PostgreSQL set is given as text, because a `Date`
 * has no microseconds.
 */
export function nextCursor(at: Date | string, id: string): string {
  const time = typeof at === 'string' ? at : at.toISOString();
  return Buffer.from(JSON.stringify([time, id])).toString('base64url');
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** `exactly`: the time as in the cursor, which may have microseconds. */
type Place = { at: Date; exactly: string; id: string };

const refused = () => invalid('cursor', 'must be the next_cursor of the previous page');

/** The same for a list with our own ids (UUIDs). */
export function placeOfId(cursor: string | undefined): Place | undefined {
  const found = placeIn(cursor);
  if (found && !isId(found.id)) throw refused();
  return found;
}

export function placeIn(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const read = place.safeParse(decode(cursor));
  if (!read.success) throw refused();
  const [exactly, id] = read.data;
  return { at: new Date(exactly), exactly, id };
}
