import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** The name of an audience, as its notices have it. Numbers become visible in order only within one audience. */
export type AudienceName = `user ${string}` | `merchant ${string}` | `creators ${string}`;

/** How far a reader has read each of its audiences. */
export type Positions = Map<AudienceName, bigint>;

/** Events of one audience in one read. */
export const mostAtOnce = 200;
/** A new stream starts with events from this long before: a page fetches its figures first, then opens the stream. */
export const lookBackMs = 15_000;
/** No transaction takes this long, so an event with a later number is not older than this. */
const longestTransactionMs = 60_000;

export const isForCreators = (name: AudienceName) => name.startsWith('creators ');

const columns = { user: 'audience_user', merchant: 'audience_merchant', creators: 'audience_creators' } as const;

export function audienceParts(name: AudienceName) {
  const [kind, id] = name.split(' ') as [keyof typeof columns, string];
  return { column: columns[kind], id };
}

/** The position before the first event of an audience since a time, or after its last one; and whether there is one. */
async function recentPosition(
  tx: Tx,
  name: AudienceName,
  since: number,
): Promise<{ position: bigint; isOpen: boolean }> {
  const { column, id } = audienceParts(name);
  const rows = await tx
    .selectFrom('events')
    .select(['seq', 'at'])
    .where(column, '=', id)
    .orderBy('seq', 'desc')
    .limit(mostAtOnce)
    .execute();
  const first = rows.findLast(({ at }) => at.getTime() >= since);
  return { position: first ? first.seq - 1n : (rows[0]?.seq ?? 0n), isOpen: first !== undefined };
}

/** The position before the first event of an audience of all creators of a brand since a time. */
export async function positionSince(tx: Tx, name: AudienceName, since: number): Promise<bigint> {
  return (await recentPosition(tx, name, since - longestTransactionMs)).position;
}

/** The number of the last event until this one, and when it was recorded. */
async function lastUntil(tx: Tx, seq: bigint): Promise<{ seq: bigint; at: Date } | undefined> {
  const { rows } = await sql<{ seq: bigint; at: Date }>`
    select seq, at from events where seq <= ${seq} order by seq desc limit 1`.execute(tx);
  return rows[0];
}

/**
 * Where a new reader starts, and the id that it resumes from if nothing follows. Events for all creators of a brand have
 * no id, so they start from a time: that of the last id, early enough to miss none.
 */
export async function startPositions(
  tx: Tx,
  names: readonly AudienceName[],
  lastEventId: string | undefined,
  now: number,
): Promise<{ positions: Positions; last: bigint }> {
  const given = /^\d{1,18}$/.test(lastEventId ?? '') ? await lastUntil(tx, BigInt(lastEventId ?? '0')) : undefined;
  const isResumed = lastEventId !== undefined && /^\d{1,18}$/.test(lastEventId);
  const since = now - lookBackMs;
  const positions: Positions = new Map();
  const own: { position: bigint; isOpen: boolean }[] = [];
  for (const name of names) {
    if (isForCreators(name)) {
      const { position } = given
        ? { position: await positionSince(tx, name, given.at.getTime()) }
        : await recentPosition(tx, name, since);
      positions.set(name, position);
      continue;
    }
    const start = isResumed ? { position: given?.seq ?? 0n, isOpen: true } : await recentPosition(tx, name, since);
    positions.set(name, start.position);
    own.push(start);
  }
  const open = own.filter(({ isOpen }) => isOpen).map(({ position }) => position);
  // Resuming must not pass over an event that has not been sent.
  const last = open.length > 0 ? least(open) : greatest(own.map(({ position }) => position));
  return { positions, last };
}

export const least = (numbers: readonly bigint[]) => numbers.reduce((one, other) => (other < one ? other : one));
const greatest = (numbers: readonly bigint[]) => numbers.reduce((one, other) => (other > one ? other : one), 0n);
