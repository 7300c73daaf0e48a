// A handle is a creator's name in addresses. One that was given up leads to whoever had it, so it is never free again.
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { readHandle } from '@vitrine/contract/ways-in.ts';
import { isReservedHandle, userHandle } from '@vitrine/contract/values/handle.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { findFormerHandle, findUserByHandle } from './accounts.queries.ts';

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

/** Read with the system role: a handle may belong to somebody whom no storefront shows. */
export async function readHandleState(ctx: Context, given: string): Promise<DataOf<typeof readHandle>> {
  const read = userHandle.safeParse(given);
  if (!read.success) {
    const reason = read.error.issues[0]?.message ?? 'must be another one';
    return { handle: given, state: 'not_allowed', reason };
  }
  const trouble = await ctx.database.as({ role: 'system' }, (tx) => handleTrouble(tx, read.data));
  return { handle: read.data, state: trouble?.state ?? 'free', reason: trouble?.reason ?? null };
}
