import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export async function insertTicket(tx: Tx, ticket: Insertable<Tables['tickets']>): Promise<void> {
  await tx.insertInto('tickets').values(ticket).execute();
}

/** Answers an open ticket; returns false if it was not open. */
export async function storeAnswer(tx: Tx, id: string, answer: string, at: Date): Promise<boolean> {
  const stored = await tx
    .updateTable('tickets')
    .set({ answer, answered_at: at, state: 'answered' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}
