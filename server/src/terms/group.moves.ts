import { noticeDaysAt } from '../merchants/settings.ts';
import type { Tx } from '../platform/database/database.ts';
import { rateCuts } from './rate.cuts.ts';
import { scheduleOf } from './schedule.ts';
import { listGoods, listMoves } from './schedule.queries.ts';
import { listVersionsFrom } from './terms.queries.ts';

const dayMs = 86_400_000;

/**
 * When accounts may change to a group (null: to none), by account: now, or after the brand's notice period if they
 * would earn less in it. Those who wait are told as soon as the move is recorded.
 */
export async function moveEffectiveAt(
  tx: Tx,
  merchantId: string,
  merchantAccountIds: readonly string[],
  groupId: string | null,
  now: Date,
): Promise<Map<string, Date>> {
  const versions = await listVersionsFrom(tx, merchantId, now);
  const rules = versions.flatMap((version) => version.rules);
  if (!rules.some((rule) => rule.groupId !== null)) return new Map(merchantAccountIds.map((account) => [account, now]));
  const { notice_days: days } = await tx
    .selectFrom('merchants')
    .select('notice_days')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  const later = new Date(now.getTime() + (await noticeDaysAt(tx, merchantId, days, now)) * dayMs);
  const goods = await listGoods(tx, merchantId, rules);
  const moves = await listMoves(tx, merchantId, merchantAccountIds);
  const schedule = scheduleOf(versions);
  const named = new Set(rules.flatMap(({ merchantAccountId }) => merchantAccountId ?? []));
  // Accounts that no rule names, and that were moved alike, earn the same.
  const isLater = new Map<string, boolean>();
  const mayWait = (account: string) => {
    const before = moves.get(account) ?? [];
    const merchantAccountId = named.has(account) ? account : '';
    const key = JSON.stringify([merchantAccountId, before.map((move) => [move.groupId, move.effectiveAt])]);
    const known = isLater.get(key);
    if (known !== undefined) return known;
    const after = [...before, { groupId, effectiveAt: now }].toSorted(
      (a, b) => Number(a.effectiveAt) - Number(b.effectiveAt),
    );
    const own = { schedule, merchantAccountId };
    const cuts = rateCuts({ ...own, moves: before }, { ...own, moves: after }, now, goods);
    const found = cuts.some(({ from }) => from < later);
    isLater.set(key, found);
    return found;
  };
  return new Map(merchantAccountIds.map((account) => [account, mayWait(account) ? later : now]));
}
