import { type BrandRole, brandRole } from '@vitrine/contract/values/brand-roles.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

// The staff of a brand, for transactions with the system role.

export type Member = {
  userId: string;
  uid: string;
  displayName: string;
  email: string;
  role: BrandRole;
  joinedAt: Date;
  lastSeenAt: Date | null;
};

export async function membersOf(tx: Tx, merchantId: string): Promise<Member[]> {
  const rows = await tx
    .selectFrom('merchant_staff')
    .innerJoin('users', 'users.id', 'merchant_staff.user_id')
    .select([
      'users.id',
      'users.uid',
      'users.display_name',
      'users.email',
      'merchant_staff.role',
      'merchant_staff.joined_at',
      sql<Date | null>`(select max(s.last_seen_at) from sessions s where s.user_id = users.id and s.kind = 'login')`.as(
        'seen_at',
      ),
    ])
    .where('merchant_staff.merchant_id', '=', merchantId)
    .orderBy('merchant_staff.joined_at')
    .orderBy('users.uid')
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    uid: row.uid,
    displayName: row.display_name,
    email: row.email,
    role: brandRole.parse(row.role),
    joinedAt: row.joined_at,
    lastSeenAt: row.seen_at,
  }));
}

export async function insertMember(
  tx: Tx,
  of: { merchantId: string; userId: string; role: BrandRole; joinedAt: Date },
): Promise<void> {
  await tx
    .insertInto('merchant_staff')
    .values({ merchant_id: of.merchantId, user_id: of.userId, role: of.role, joined_at: of.joinedAt })
    .execute();
}

export async function saveRole(tx: Tx, merchantId: string, userId: string, role: BrandRole): Promise<void> {
  await tx
    .updateTable('merchant_staff')
    .set({ role })
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteMember(tx: Tx, merchantId: string, userId: string): Promise<void> {
  await tx.deleteFrom('merchant_staff').where('merchant_id', '=', merchantId).where('user_id', '=', userId).execute();
}
