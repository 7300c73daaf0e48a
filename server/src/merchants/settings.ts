import type { BrandSettings } from '@vitrine/contract/brand-settings.ts';
import { sql, type Updateable } from 'kysely';
import * as z from 'zod/mini';
import { money } from '@vitrine/contract/values/money.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

// The settings of a brand as they are stored, and their changes (docs/decisions/0078).

/** A value of a setting, as the API has it. */
const settingValue = z.nullable(z.union([z.string(), z.number(), z.boolean(), money, z.array(z.string())]));
export type SettingValue = z.output<typeof settingValue>;
const changedFields = z.record(z.string(), settingValue);

const dayMs = 86_400_000;

export type StoredChange = {
  id: string;
  changedAt: Date;
  changedBy: string | null;
  before: Record<string, SettingValue>;
  after: Record<string, SettingValue>;
};

export function readMerchant(tx: Tx, merchantId: string) {
  return tx.selectFrom('merchants').selectAll().where('id', '=', merchantId).executeTakeFirstOrThrow();
}

export async function listHosts(tx: Tx, merchantId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('merchant_hosts')
    .select('host')
    .where('merchant_id', '=', merchantId)
    .orderBy('host')
    .execute();
  return rows.map(({ host }) => host);
}

/** The pause that a brand is in, and whether its own staff began it. Users are read with the system role only. */
export async function readPause(
  tx: Tx,
  merchantId: string,
): Promise<{ status: BrandSettings['status'] } & { pause: BrandSettings['pause'] }> {
  const row = await tx
    .selectFrom('merchant_pauses')
    .leftJoin('users', 'users.id', 'merchant_pauses.started_by')
    .select(['kind', 'reason', 'started_at', 'users.role'])
    .where('merchant_id', '=', merchantId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!row) return { status: 'active', pause: null };
  return {
    status: row.kind === 'closed' ? 'closed' : 'paused',
    pause: {
      by: row.role === 'brand' ? 'brand' : 'operator',
      reason: row.reason,
      since: row.started_at.toISOString(),
    },
  };
}

export async function updateMerchant(
  tx: Tx,
  merchantId: string,
  columns: Updateable<Tables['merchants']>,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await tx.updateTable('merchants').set(columns).where('id', '=', merchantId).execute();
}

export async function replaceHosts(tx: Tx, merchantId: string, hosts: readonly string[]): Promise<void> {
  await tx.deleteFrom('merchant_hosts').where('merchant_id', '=', merchantId).execute();
  await tx
    .insertInto('merchant_hosts')
    .values(hosts.map((host) => ({ merchant_id: merchantId, host })))
    .execute();
}

export async function insertSettingChange(
  tx: Tx,
  merchantId: string,
  { id, changedAt, changedBy, before, after }: StoredChange,
): Promise<void> {
  await tx
    .insertInto('setting_changes')
    .values({
      merchant_id: merchantId,
      id,
      changed_at: changedAt,
      changed_by: changedBy,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .execute();
}

/** The latest first. `before`: only those before this id. `since`, `fields`: only later ones of one of these fields. */
export async function listSettingChangesOf(
  tx: Tx,
  merchantId: string,
  wanted: { before?: string | undefined; since?: Date; fields?: readonly string[]; most: number },
): Promise<StoredChange[]> {
  const { before, since, fields } = wanted;
  const rows = await tx
    .selectFrom('setting_changes')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .$if(since !== undefined, (query) => query.where('changed_at', '>=', since ?? new Date(0)))
    .$if(fields !== undefined, (query) => query.where(sql<boolean>`before ?| ${fields}::text[]`))
    .orderBy('id', 'desc')
    .limit(wanted.most)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    before: changedFields.parse(row.before),
    after: changedFields.parse(row.after),
  }));
}

/** No two changes have the same time, so that it is certain in which order they are taken back. */
export async function nextChangeAt(tx: Tx, merchantId: string, now: Date): Promise<Date> {
  const [last] = await listSettingChangesOf(tx, merchantId, { most: 1 });
  return last && last.changedAt >= now ? new Date(last.changedAt.getTime() + 1) : now;
}

/** A former name of the click's parameter is read as long as its clicks can earn, and at least for so many days. */
const formerParameterDays = 30;

/** Former names of the click's parameter that are still read, the latest first, and until when. */
export async function formerParametersOf(
  tx: Tx,
  { id, current, windowDays }: { id: string; current: string; windowDays: number },
  now: Date,
): Promise<{ name: string; until: Date }[]> {
  const readMs = Math.max(formerParameterDays, windowDays) * dayMs;
  const changes = await listSettingChangesOf(tx, id, {
    since: new Date(now.getTime() - readMs),
    fields: ['click_parameter'],
    most: 100,
  });
  const untilByName = new Map<string, Date>();
  for (const { before, changedAt } of changes) {
    const name = before['click_parameter'];
    if (typeof name !== 'string' || name === current || untilByName.has(name)) continue;
    untilByName.set(name, new Date(changedAt.getTime() + readMs));
  }
  return [...untilByName].map(([name, until]) => ({ name, until }));
}

/** A shorter notice of lower rates counts only when the longer one is over: it was promised. */
export function effectiveAt({ changedAt, before, after }: StoredChange, field: string): Date {
  const [was, is] = [before[field], after[field]];
  if (field !== 'terms_notice_days' || typeof was !== 'number' || typeof is !== 'number' || is > was) return changedAt;
  return new Date(changedAt.getTime() + was * dayMs);
}

/**
 * How many days before it counts a lower rate must be announced: the brand's notice, or a longer one that it shortened
 * less than that longer one ago.
 */
export async function noticeDaysAt(tx: Tx, merchantId: string, current: number, now: Date): Promise<number> {
  const longest = new Date(now.getTime() - 90 * dayMs);
  const changes = await listSettingChangesOf(tx, merchantId, {
    since: longest,
    fields: ['terms_notice_days'],
    most: 1_000,
  });
  const stillCounting = changes.flatMap((change) =>
    effectiveAt(change, 'terms_notice_days') > now ? [Number(change.before['terms_notice_days'])] : [],
  );
  return Math.max(current, ...stillCounting);
}
