import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { SyncKey } from './sync.queries.ts';

export type ShopCode = { code: string; title: string; status: 'active' | 'scheduled' | 'expired'; endsAt: Date | null };

/** Notes that a pass saw these codes. */
export async function noteCodes(
  tx: Tx,
  { merchantId, kind }: SyncKey,
  pass: string,
  codes: readonly ShopCode[],
): Promise<void> {
  if (codes.length === 0) return;
  await tx
    .insertInto('shop_codes')
    .values(
      codes.map(({ code, title, status, endsAt }) => ({
        merchant_id: merchantId,
        kind,
        code,
        title,
        status,
        ends_at: endsAt,
        pass,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'kind', 'code']).doUpdateSet((set) => ({
        title: set.ref('excluded.title'),
        status: set.ref('excluded.status'),
        ends_at: set.ref('excluded.ends_at'),
        pass: set.ref('excluded.pass'),
      })),
    )
    .execute();
}

/** Marks the codes that a complete pass did not see. */
export async function markGone(tx: Tx, { merchantId, kind }: SyncKey, pass: string): Promise<void> {
  await tx
    .updateTable('shop_codes')
    .set({ status: 'gone' })
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .where('pass', '<>', pass)
    .where('status', '<>', 'gone')
    .execute();
}

/** Codes of the shop that no longer work there and are assigned to creators. */
export async function assignedButOver(tx: Tx, { merchantId, kind }: SyncKey): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select s.code from shop_codes s join discount_codes d on d.merchant_id = s.merchant_id and d.code = s.code
    where s.merchant_id = ${merchantId} and s.kind = ${kind} and s.status in ('expired', 'gone') and d.ended_at is null
    order by s.code`.execute(tx);
  return rows.map((row) => row.code);
}

/** Codes of the shop that work, or will, and are not assigned to anyone, in alphabetical order. */
export async function assignableCodes(tx: Tx, merchantId: string, most: number) {
  const { rows } = await sql<{ code: string; title: string; status: 'active' | 'scheduled'; ends_at: Date | null }>`
    select s.code, s.title, s.status, s.ends_at from shop_codes s
    where s.merchant_id = ${merchantId} and s.status in ('active', 'scheduled')
      and not exists (select from discount_codes d where d.merchant_id = s.merchant_id and d.code = s.code)
    order by s.code limit ${most}`.execute(tx);
  return rows;
}
