import { type Insertable, type Updateable } from 'kysely';
import { legalVersions } from '@vitrine/contract/legal.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { StoredPage } from './page.access.ts';

export async function savePage(tx: Tx, merchantId: string, page: StoredPage, at: Date): Promise<void> {
  const fields = {
    is_open: page.isOpen,
    headline: page.headline,
    body: page.body,
    picture: page.picture,
    questions: JSON.stringify(page.questions),
    rules: JSON.stringify(page.rules),
    group_id: page.groupId,
    updated_at: at,
  };
  await tx
    .insertInto('application_pages')
    .values({ merchant_id: merchantId, ...fields })
    .onConflict((same) => same.column('merchant_id').doUpdateSet(fields))
    .execute();
}

export async function insertApplication(tx: Tx, row: Insertable<Tables['applications']>): Promise<ApplicationRecord> {
  return tx.insertInto('applications').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function saveApplication(
  tx: Tx,
  { merchant_id, id }: { merchant_id: string; id: string },
  fields: Updateable<Tables['applications']>,
): Promise<void> {
  await tx
    .updateTable('applications')
    .set(fields)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute();
}

export async function countWaiting(tx: Tx, merchantId: string): Promise<number> {
  const { waiting } = await tx
    .selectFrom('applications')
    .select(({ fn }) => fn.countAll<bigint>().as('waiting'))
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** The same of one network. */
export async function countWaitingFrom(tx: Tx, merchantId: string, network: string): Promise<number> {
  const { waiting } = await tx
    .selectFrom('applications')
    .select(({ fn }) => fn.countAll<bigint>().as('waiting'))
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'waiting')
    .where('network', '=', network)
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** The application with this code, which stays as it is until the end of the transaction. */
export function lockByCode(tx: Tx, codeHash: Buffer) {
  return tx.selectFrom('applications').selectAll().where('code_hash', '=', codeHash).forUpdate().executeTakeFirst();
}

/** In the order of their ids, so that two who answer the same ones wait for each other. */
export function lockApplications(tx: Tx, merchantId: string, ids: readonly string[]) {
  return tx
    .selectFrom('applications')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .where('state', '<>', 'unconfirmed')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The application of an address that waits or was approved. */
export function findCurrent(tx: Tx, merchantId: string, email: string) {
  return tx
    .selectFrom('applications')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('email', '=', email)
    .where('state', 'in', ['waiting', 'approved'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether the address belongs to a creator of the brand. */
export async function isCreatorOf(tx: Tx, merchantId: string, email: string): Promise<boolean> {
  const found = await tx
    .selectFrom('merchant_accounts')
    .innerJoin('users', 'users.id', 'merchant_accounts.creator_id')
    .select('merchant_accounts.id')
    .where('merchant_accounts.merchant_id', '=', merchantId)
    .where('users.email', '=', email)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether the user has accepted the legal texts as they are now. */
export async function hasAcceptedTexts(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('legal_acceptances')
    .select(['document', 'version'])
    .where('user_id', '=', userId)
    .execute();
  return Object.entries(legalVersions).every(([document, version]) =>
    rows.some((row) => row.document === document && row.version === version),
  );
}

export async function deleteUnconfirmedBefore(tx: Tx, before: Date): Promise<void> {
  await tx
    .deleteFrom('applications')
    .where('state', '=', 'unconfirmed')
    .where(({ fn }) => fn.coalesce('mailed_at', 'created_at'), '<=', before)
    .execute();
}

export type ApplicationRecord = NonNullable<Awaited<ReturnType<typeof lockByCode>>>;
