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

/** The position in a list that is sorted by time and id. */
export function nextCursor(at: Date, id: string): string {
  return Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url');
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

const refused = () => invalid('cursor', 'must be the next_cursor of the previous page');

/** The same for a list with our own ids (UUIDs). */
export function placeOfId(cursor: string | undefined): { at: Date; id: string } | undefined {
  const found = placeIn(cursor);
  if (found && !isId(found.id)) throw refused();
  return found;
}

export function placeIn(cursor: string | undefined): { at: Date; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const read = place.safeParse(decode(cursor));
  if (!read.success) throw refused();
  return { at: new Date(read.data[0]), id: read.data[1] };
}
