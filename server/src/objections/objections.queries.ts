import { type RawBuilder, sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

/** A creator's declined commission, with the brand's name. */
export type DeclinedRecord = {
  merchant_id: string;
  merchant_account_id: string;
  creator_id: string;
  id: string;
  order_id: string;
  reference: string | null;
  line_id: string;
  title: string;
  amount: bigint;
  currency: string;
  declined_at: Date;
  decline_reason: string | null;
  brand: string;
  slug: string;
};

/** In the scope of the creator. What was declined is what refunds had left of it then. */
async function findDeclinedBy(tx: Tx, creatorId: string, condition: RawBuilder<unknown>): Promise<DeclinedRecord[]> {
  const { rows } = await sql<DeclinedRecord>`
    select c.merchant_id, c.merchant_account_id, c.creator_id, c.id, c.order_id, order_reference(c.merchant_id, c.order_id) as reference,
      c.line_id, l.title, c.currency, c.declined_at, c.decline_reason, m.display_name as brand, m.slug,
      coalesce((select sum(r.amount) from commission_reversals r
        where r.merchant_id = c.merchant_id and r.commission_id = c.id and r.reason = 'declined'), 0)::bigint as amount
    from commissions c
    join merchants m on m.id = c.merchant_id
    join order_lines l on l.merchant_id = c.merchant_id and l.order_id = c.order_id and l.line_id = c.line_id
    where c.creator_id = ${creatorId} and c.declined_at is not null and ${condition}
    order by l.position, c.declined_at`.execute(tx);
  return rows;
}

export async function findDeclined(
  tx: Tx,
  creatorId: string,
  commissionId: string,
): Promise<DeclinedRecord | undefined> {
  const [row] = await findDeclinedBy(
    tx,
    creatorId,
    sql`c.id = ${commissionId} and c.replaced_at is null and c.decline_lifted_at is null`,
  );
  return row;
}

export async function listDeclinedIn(
  tx: Tx,
  of: { creatorId: string; merchantAccountId: string },
  orderId: string,
): Promise<DeclinedRecord[]> {
  return findDeclinedBy(
    tx,
    of.creatorId,
    sql`c.merchant_account_id = ${of.merchantAccountId} and c.order_id = ${orderId}
      and (c.replaced_at is null or c.decline_lifted_at is not null)`,
  );
}

/** Returns false if the decline has an objection already. */
export async function insertObjection(tx: Tx, row: Insertable<Tables['objections']>): Promise<boolean> {
  const made = await tx
    .insertInto('objections')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return made.length > 0;
}

/** An objection, locked before its order. */
export function lockObjection(tx: Tx, merchantId: string, objectionId: string) {
  return tx
    .selectFrom('objections')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', objectionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type ObjectionRecord = NonNullable<Awaited<ReturnType<typeof lockObjection>>>;

export async function saveAnswer(
  tx: Tx,
  objection: ObjectionRecord,
  answer: { state: string; answer: string | null; answered_by: string | null; answered_at: Date },
): Promise<void> {
  await tx
    .updateTable('objections')
    .set(answer)
    .where('merchant_id', '=', objection.merchant_id)
    .where('id', '=', objection.id)
    .execute();
}

/** Objections of all brands whose time for an answer is over, longest overdue first. */
export function findOverdue(tx: Tx, now: Date, limit: number) {
  return tx
    .selectFrom('objections')
    .select(['merchant_id', 'id'])
    .where('state', '=', 'open')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}
