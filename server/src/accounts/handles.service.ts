// A handle is a creator's name in addresses. One that was given up leads to whoever had it, so it is never free again.
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { readHandle } from '@vitrine/contract/accounts.ts';
import { isReservedHandle, userHandle } from '@vitrine/contract/values/handle.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { findFormerHandle, findUserByHandle, takenHandles } from './accounts.queries.ts';

export const takenText = 'must be another one: this handle is taken';
const reservedText = 'must be another one: this name is kept for the portal itself';

/** What stands against a handle, or nothing. */
export async function handleTrouble(
  tx: Tx,
  handle: string,
): Promise<{ state: 'taken' | 'not_allowed'; reason: string } | undefined> {
  if (isReservedHandle(handle)) return { state: 'not_allowed', reason: reservedText };
  const isTaken = (await findUserByHandle(tx, handle)) ?? (await findFormerHandle(tx, handle));
  return isTaken ? { state: 'taken', reason: takenText } : undefined;
}

const longestHandle = 30;

/** The first of a handle's neighbours that nobody has or had: mara2, mara3, and so on to mara9. */
async function freeNeighbour(tx: Tx, handle: string): Promise<string | null> {
  const neighbours = [2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${handle.slice(0, longestHandle - 1)}${number}`);
  const taken = await takenHandles(tx, neighbours);
  return neighbours.find((each) => !taken.has(each) && !isReservedHandle(each)) ?? null;
}

/** Read with the system role: a handle may belong to somebody whom no storefront shows. */
export async function readHandleState(ctx: Context, given: string): Promise<DataOf<typeof readHandle>> {
  const read = userHandle.safeParse(given);
  if (!read.success) {
    const reason = read.error.issues[0]?.message ?? 'must be another one';
    return { handle: given, state: 'not_allowed', reason, suggestion: null };
  }
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const trouble = await handleTrouble(tx, read.data);
    const suggestion = trouble?.state === 'taken' ? await freeNeighbour(tx, read.data) : null;
    return { handle: read.data, state: trouble?.state ?? 'free', reason: trouble?.reason ?? null, suggestion };
  });
}
