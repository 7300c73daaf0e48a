import type { Notice } from '@vitrine/contract/notifications.ts';
import { type BrandRight, rolesWith } from '@vitrine/contract/values/brand-roles.ts';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../database/database.ts';

/** Single users, creators by their accounts at a brand (`all` that have not ended), or the staff with a right there. */
export type Recipients =
  | { users: readonly string[]; merchantId: string | null }
  | { merchantId: string; creators: readonly string[] | 'all' }
  | { merchantId: string; staffWith: BrandRight };

/** Puts a notice on the bells of its recipients, in the transaction of what it tells. */
export async function notify(ctx: Context, tx: Tx, to: Recipients, { kind, ...payload }: Notice): Promise<void> {
  const what = sql`${ctx.clock.now()}, ${to.merchantId}::uuid, ${kind}, ${JSON.stringify(payload)}::jsonb`;
  if ('users' in to) await sql`select notify_users(${what}, ${to.users}::uuid[])`.execute(tx);
  else if ('creators' in to)
    await sql`select notify_creators(${what}, ${to.creators === 'all' ? null : to.creators}::uuid[])`.execute(tx);
  else await sql`select notify_staff(${what}, ${[...rolesWith(to.staffWith)]}::text[])`.execute(tx);
}
