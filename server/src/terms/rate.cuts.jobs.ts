// Tells creators that they will earn less: after a version of the terms was published, or they were moved to another
// group. Slice by slice in the order of the creators' ids. Each slice is one transaction with its position, so that
// nobody is told twice. Uses the system role, because a brand's scope may not see addresses.
import { setTimeout as pause } from 'node:timers/promises';
import { readerColumns, readerOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { type Mail, queueMails } from '../platform/mail/mail.ts';
import { firstDay, rateCutMail } from './rate.cuts.mails.ts';
import { type RateCut, rateCuts } from './rate.cuts.ts';
import { type Move, type Schedule, scheduleOf } from './schedule.ts';
import { listGoods, listMoves } from './schedule.queries.ts';
import { listVersionsFrom } from './terms.queries.ts';

const creatorsAtOnce = 100;
/** A run ends here; the next one continues. */
const mostSlices = 400;
const longestPauseMs = 1_000;
const active = 100;

/** The oldest change with creators to tell, locked. A run on another node takes the next one. */
function lockDue(tx: Tx) {
  return tx
    .selectFrom('rate_notices as rn')
    .innerJoin('merchants', 'merchants.id', 'rn.merchant_id')
    .leftJoin('terms_versions as tv', (join) =>
      join.onRef('tv.merchant_id', '=', 'rn.merchant_id').onRef('tv.version', '=', 'rn.version'),
    )
    .selectAll('rn')
    .select(['merchants.display_name as brand', 'tv.note', 'tv.effective_at'])
    .orderBy('rn.noted_at')
    .orderBy('rn.id')
    .limit(1)
    .forUpdate('rn')
    .skipLocked()
    .executeTakeFirst();
}

type Due = NonNullable<Awaited<ReturnType<typeof lockDue>>>;

/** More moves of the same brand at the same time, locked. */
function lockMoves(tx: Tx, { merchant_id: merchantId, noted_at: at }: Due) {
  return tx
    .selectFrom('rate_notices')
    .select(['id', 'move_id'])
    .where('merchant_id', '=', merchantId)
    .where('noted_at', '=', at)
    .where('move_id', 'is not', null)
    .orderBy('id')
    .limit(creatorsAtOnce)
    .forUpdate()
    .skipLocked()
    .execute();
}

function readersAt(tx: Tx, merchantId: string, at: Date) {
  return tx
    .selectFrom('merchant_accounts')
    .innerJoin('users', 'users.id', 'merchant_accounts.creator_id')
    .select([...readerColumns, 'users.user_status', 'merchant_accounts.id', 'merchant_accounts.creator_id'])
    .where('merchant_accounts.merchant_id', '=', merchantId)
    .where('merchant_accounts.status', '<>', 'ended')
    .where('merchant_accounts.joined_at', '<=', at)
    .orderBy('merchant_accounts.creator_id');
}

type Creator = Awaited<ReturnType<ReturnType<typeof readersAt>['execute']>>[number];
/** The terms of a creator before and after. */
type Change = {
  before: { schedule: Schedule; moves: readonly Move[] };
  after: { schedule: Schedule; moves: readonly Move[] };
};

/** Finds the cuts of creators. Those whom no rule names and who were moved alike have the same ones. */
async function cutsFinder(tx: Tx, due: Due) {
  const versions = await listVersionsFrom(tx, due.merchant_id, due.noted_at, due.version ?? undefined);
  const rules = versions.flatMap((version) => version.rules);
  const goods = await listGoods(tx, due.merchant_id, rules);
  const named = new Set(rules.flatMap(({ merchantAccountId }) => merchantAccountId ?? []));
  const hasGroups = rules.some(({ groupId }) => groupId !== null);
  const after = scheduleOf(versions);
  const before = due.version === null ? after : scheduleOf(versions.filter(({ version }) => version !== due.version));
  const found = new Map<string, readonly RateCut[]>();
  return {
    before,
    after,
    cutsOf: (account: string, change: Change, from: Date): readonly RateCut[] => {
      const merchantAccountId = named.has(account) ? account : '';
      const key = JSON.stringify([
        merchantAccountId,
        from,
        ...(hasGroups ? [change.before.moves, change.after.moves].map(keyOf) : []),
      ]);
      const cuts =
        found.get(key) ??
        rateCuts({ ...change.before, merchantAccountId }, { ...change.after, merchantAccountId }, from, goods);
      found.set(key, cuts);
      return cuts;
    },
  };
}

function keyOf(moves: readonly Move[]) {
  return moves.map(({ groupId, effectiveAt }) => [groupId, effectiveAt]);
}

/** Puts the cuts on the creators' bells, and queues their emails. */
async function tell(
  ctx: Context,
  tx: Tx,
  due: Due,
  cutsOf: readonly { creator: Creator; cuts: readonly RateCut[] }[],
): Promise<void> {
  const news = { brand: due.brand, note: due.note ?? '', url: `${ctx.config.publicUrl}/earnings?view=rules` };
  const mails: Mail[] = [];
  const byDay = new Map<number, string[]>();
  for (const { creator, cuts } of cutsOf) {
    const first = firstDay(cuts);
    if (!first) continue;
    byDay.set(first.getTime(), [...(byDay.get(first.getTime()) ?? []), creator.id]);
    if (creator.user_status === active) mails.push(rateCutMail(readerOf(creator), { ...news, cuts }, first));
  }
  for (const [day, creators] of byDay)
    await notify(
      ctx,
      tx,
      { merchantId: due.merchant_id, creators },
      { kind: 'rate_change', effective_at: new Date(day).toISOString(), note: news.note },
    );
  await queueMails(ctx, tx, mails);
}

async function tellOfVersion(ctx: Context, tx: Tx, due: Due): Promise<void> {
  const creators = await readersAt(tx, due.merchant_id, due.noted_at)
    .$if(due.told_up_to !== null, (later) => later.where('merchant_accounts.creator_id', '>', due.told_up_to ?? ''))
    .limit(creatorsAtOnce)
    .execute();
  const moves = await listMoves(
    tx,
    due.merchant_id,
    creators.map(({ id }) => id),
  );
  const { before, after, cutsOf } = await cutsFinder(tx, due);
  const from = due.effective_at ?? due.noted_at;
  const told = creators.map((creator) => {
    const own = moves.get(creator.id) ?? [];
    const change = { before: { schedule: before, moves: own }, after: { schedule: after, moves: own } };
    return { creator, cuts: cutsOf(creator.id, change, from) };
  });
  await tell(ctx, tx, due, told);
  const last = creators.length === creatorsAtOnce ? creators.at(-1)?.creator_id : undefined;
  const row = { merchant_id: due.merchant_id, id: due.id };
  if (last === undefined) await deleteNotices(tx, due.merchant_id, [row.id]);
  else
    await tx
      .updateTable('rate_notices')
      .set({ told_up_to: last })
      .where('merchant_id', '=', row.merchant_id)
      .where('id', '=', row.id)
      .execute();
}

async function deleteNotices(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('rate_notices').where('merchant_id', '=', merchantId).where('id', 'in', ids).execute();
}

async function tellOfMoves(ctx: Context, tx: Tx, due: Due): Promise<void> {
  const rows = await lockMoves(tx, due);
  const moved = await tx
    .selectFrom('group_moves')
    .select(['id', 'merchant_account_id', 'effective_at'])
    .where('merchant_id', '=', due.merchant_id)
    .where(
      'id',
      'in',
      rows.flatMap(({ move_id: id }) => id ?? []),
    )
    .execute();
  const byAccount = new Map(moved.map((move) => [move.merchant_account_id, move]));
  const accounts = [...byAccount.keys()];
  const creators = await readersAt(tx, due.merchant_id, due.noted_at)
    .where('merchant_accounts.id', 'in', accounts)
    .execute();
  const moves = await listMoves(tx, due.merchant_id, accounts);
  const { after, cutsOf } = await cutsFinder(tx, due);
  const told = creators.map((creator) => {
    const own = moves.get(creator.id) ?? [];
    const move = byAccount.get(creator.id);
    const change = {
      before: { schedule: after, moves: own.filter(({ id }) => id !== move?.id) },
      after: { schedule: after, moves: own },
    };
    return { creator, cuts: cutsOf(creator.id, change, move?.effective_at ?? due.noted_at) };
  });
  await tell(ctx, tx, due, told);
  await deleteNotices(
    tx,
    due.merchant_id,
    rows.map(({ id }) => id),
  );
}

/** Returns false if there was nothing to do. */
async function tellSlice(ctx: Context): Promise<boolean> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const due = await lockDue(tx);
    if (!due) return false;
    await (due.version === null ? tellOfMoves : tellOfVersion)(ctx, tx, due);
    return true;
  });
}

/**
 * Tells the creators whose rates were lowered since the last run. After each slice it rests for as long as the slice
 * took, so that telling thousands takes at most half of a processor from what people wait for.
 */
export async function tellRateCuts(ctx: Context): Promise<void> {
  for (let slice = 0; slice < mostSlices; slice += 1) {
    const startedAt = performance.now();
    if (!(await tellSlice(ctx))) return;
    await pause(Math.min(longestPauseMs, performance.now() - startedAt));
  }
  await ctx.jobs.soon('tell_rate_cuts');
}
