// A handle is a creator's name in addresses. A former handle redirects to its owner, so it never becomes available again.
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { readHandle, User } from '@vitrine/contract/accounts.ts';
import { isReservedHandle, userHandle } from '@vitrine/contract/values/handle.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { invalid } from '../platform/refusal.ts';
import { accessOwnAccount } from './accounts.access.ts';
import { noteChange } from './accounts.changes.ts';
import { updateUser } from './accounts.queries.ts';
import { presentUser } from './accounts.views.ts';
import {
  findFormerHandle,
  findUserByHandle,
  formerHandles,
  isHandleErased,
  isHandleTaken,
  lockHandle,
  lockUser,
  retireHandle,
  takenHandles,
} from './handles.queries.ts';

export const takenText = 'is already taken; choose another handle';
const reservedText = 'is reserved; choose another handle';

/** Why a handle is not available, if it isn't. */
export async function unavailableReason(
  tx: Tx,
  handle: string,
): Promise<{ state: 'taken' | 'not_allowed'; reason: string } | undefined> {
  if (isReservedHandle(handle)) return { state: 'not_allowed', reason: reservedText };
  const isTaken =
    (await findUserByHandle(tx, handle)) ?? (await findFormerHandle(tx, handle)) ?? (await isHandleErased(tx, handle));
  return isTaken ? { state: 'taken', reason: takenText } : undefined;
}

const longestHandle = 30;

/** The first available handle with a digit: mara2, mara3, and so on to mara9. */
async function freeSimilarHandle(tx: Tx, handle: string): Promise<string | null> {
  const candidates = [2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${handle.slice(0, longestHandle - 1)}${number}`);
  const taken = await takenHandles(tx, candidates);
  return candidates.find((each) => !taken.has(each) && !isReservedHandle(each)) ?? null;
}

/** Read with the system role, because a handle may belong to a user without a public storefront. */
export async function readHandleState(ctx: Context, given: string): Promise<DataOf<typeof readHandle>> {
  const read = userHandle.safeParse(given);
  if (!read.success) {
    const reason = read.error.issues[0]?.message ?? 'is not valid';
    return { handle: given, state: 'not_allowed', reason, suggestion: null };
  }
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const unavailable = await unavailableReason(tx, read.data);
    const suggestion = unavailable?.state === 'taken' ? await freeSimilarHandle(tx, read.data) : null;
    return { handle: read.data, state: unavailable?.state ?? 'free', reason: unavailable?.reason ?? null, suggestion };
  });
}

const handleRestMs = 7 * 86_400_000;

function lockedUntil(changedAt: Date | undefined, now: Date): Date | null {
  if (!changedAt) return null;
  const until = new Date(changedAt.getTime() + handleRestMs);
  return until > now ? until : null;
}

/** A user's former handles, latest first, and when the current one can be changed. */
export async function handlesOf(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ former: string[]; lockedUntil: Date | null }> {
  const former = await formerHandles(tx, userId);
  return { former: former.map((row) => row.user_handle), lockedUntil: lockedUntil(former[0]?.changed_at, now) };
}

export async function changeHandleOf(ctx: Context, actor: Actor, handle: string): Promise<User> {
  const person = accessOwnAccount(actor);
  if (isReservedHandle(handle)) throw invalid('handle', 'is reserved; choose another handle');
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const now = ctx.clock.now();
    await lockHandle(tx, handle);
    const user = await lockUser(tx, person.userId);
    if (!user || user.user_handle === handle) return;
    const [latest] = await formerHandles(tx, person.userId);
    const until = lockedUntil(latest?.changed_at, now);
    if (until) throw invalid('handle', `can be changed again on ${until.toISOString().slice(0, 10)}`);
    if (await isHandleTaken(tx, handle, person.userId)) throw invalid('handle', takenText);
    await retireHandle(tx, person.userId, user.user_handle, handle, now);
    await updateUser(tx, person.userId, { user_handle: handle });
    const about = user.user_handle === null ? `@${handle}` : `@${user.user_handle} → @${handle}`;
    await noteChange(ctx, tx, person, { action: 'handle.changed', about });
  });
  return presentUser(ctx, person);
}
