import type { Insertable } from 'kysely';
import { readerColumns, readerOf } from '../accounts/mailbox.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Reader } from '../platform/mail/mail.ts';

/** Returns false if this, or the same picture, is already taken down. */
export async function insertTakedown(tx: Tx, takedown: Insertable<Tables['takedowns']>): Promise<boolean> {
  const added = await tx
    .insertInto('takedowns')
    .values(takedown)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Lifts an active take-down; undefined if there is none (any more). */
export async function storeLift(tx: Tx, id: string, lift: { at: Date; by: string; reason: string }) {
  return tx
    .updateTable('takedowns')
    .set({ lifted_at: lift.at, lifted_by: lift.by, lift_reason: lift.reason })
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function insertReport(tx: Tx, report: Insertable<Tables['reports']>): Promise<void> {
  await tx.insertInto('reports').values(report).execute();
}

/** Until the transaction ends, no other operator acts on this report. */
export async function lockReport(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('reports').select('id').where('id', '=', id).forUpdate().execute();
}

type Decision = { by: string; at: Date; answer?: string };

/** Moves a report to another state. Returns false if it was not in `from`, because someone else was first. */
export async function moveReport(
  tx: Tx,
  id: string,
  from: string[],
  to: string,
  decision?: Decision,
): Promise<boolean> {
  const moved = await tx
    .updateTable('reports')
    .set({
      state: to,
      ...(decision && { decided_at: decision.at, decided_by: decision.by }),
      ...(decision?.answer !== undefined && { answer: decision.answer }),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

export async function insertCounterNotice(tx: Tx, notice: Insertable<Tables['counter_notices']>): Promise<boolean> {
  const added = await tx
    .insertInto('counter_notices')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .returning('takedown_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Returns false if it was already forwarded. */
export async function markForwarded(tx: Tx, reportId: string, at: Date): Promise<boolean> {
  const marked = await tx
    .updateTable('counter_notices')
    .set({ forwarded_at: at })
    .where('report_id', '=', reportId)
    .where('forwarded_at', 'is', null)
    .returning('takedown_id')
    .executeTakeFirst();
  return marked !== undefined;
}

export async function storeCourtAction(tx: Tx, reportId: string, at: Date, note: string): Promise<void> {
  await tx
    .updateTable('counter_notices')
    .set({ court_at: at, court_note: note })
    .where('report_id', '=', reportId)
    .execute();
}

/** Who gets the emails about something: its creator, or the owners of the brand. */
export async function ownerReaders(
  tx: Tx,
  owner: { creatorId: string | null; merchantId: string | null },
): Promise<{ id: string; reader: Reader }[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['users.id', ...readerColumns])
    .where((where) =>
      owner.creatorId === null
        ? where.exists(
            where
              .selectFrom('merchant_staff')
              .select('merchant_staff.user_id')
              .whereRef('merchant_staff.user_id', '=', 'users.id')
              .where('merchant_staff.merchant_id', '=', owner.merchantId)
              .where('merchant_staff.role', '=', 'owner'),
          )
        : where('users.id', '=', owner.creatorId),
    )
    .execute();
  return rows.map((row) => ({ id: row.id, reader: readerOf(row) }));
}
