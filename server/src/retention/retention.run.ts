// The deletion is about the rows of all brands, so it uses the system role. Months of hits are dropped by the owner of
// the tables.
import type pg from 'pg';
import type { RetentionSetting } from '../config.retention.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { batchRows, countDeleted } from './retention.queries.ts';

export type RetentionContext = Pick<Context, 'config' | 'clock' | 'database' | 'log'>;

/** One run. `owner` is a connection of the tables' owner, and `now` is the earlier time of the node's and its clock. */
export type RetentionRun = { ctx: RetentionContext; owner: pg.Client; day: string; now: Date };

const dayMs = 86_400_000;

/** The time before which data is old by a setting. */
export function cutoff({ ctx, now }: RetentionRun, setting: RetentionSetting): Date {
  return new Date(now.getTime() - ctx.config.retention[setting] * dayMs);
}

export function asSystem<Answer>(ctx: RetentionContext, work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  return ctx.database.as({ role: 'system' }, work);
}

/** Repeats a batch until it finds fewer rows than it may delete. Each is committed together with its count. */
export async function deleteInBatches(
  { ctx, day }: RetentionRun,
  counted: string,
  batch: (tx: Tx) => Promise<number>,
): Promise<void> {
  for (let rows = batchRows; rows === batchRows; )
    rows = await asSystem(ctx, async (tx) => {
      const deleted = await batch(tx);
      await countDeleted(tx, day, counted, deleted);
      return deleted;
    });
}
