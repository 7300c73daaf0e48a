import type { User } from '@vitrine/contract/accounts.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { accountStatus } from '@vitrine/contract/values/account-status.ts';
import { brandRole } from '@vitrine/contract/values/brand-roles.ts';
import type { BrandPause } from '@vitrine/contract/values/brand-status.ts';
import type { SignedMoney } from '@vitrine/contract/values/money.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { publicAddress } from '../platform/public.address.ts';
import { Refusal } from '../platform/refusal.ts';
import { unseenHandover } from './handover.queries.ts';
import { openPauses, openStops, suspendedSince } from './open.pauses.ts';
import { findUser } from './users.access.ts';

export type Viewed = {
  userId: string;
  sessionId: string | null;
  impersonatedBy: string | null;
  mode: 'full' | 'view' | 'assist';
};

function accountsOf(tx: Tx, userId: string) {
  return tx
    .selectFrom('merchant_accounts')
    .innerJoin('merchants', 'merchants.id', 'merchant_accounts.merchant_id')
    .select([
      'merchant_accounts.id',
      'merchant_accounts.merchant_id',
      'merchants.display_name',
      'merchants.brand_logo',
      'merchants.slug',
      'merchants.currency',
      'merchant_accounts.status',
    ])
    .where('merchant_accounts.creator_id', '=', userId)
    .orderBy('merchant_accounts.joined_at')
    .orderBy('merchants.slug')
    .execute();
}

function staffOf(tx: Tx, userId: string) {
  return tx
    .selectFrom('merchant_staff')
    .innerJoin('merchants', 'merchants.id', 'merchant_staff.merchant_id')
    .select(['merchants.id', 'merchants.display_name', 'merchants.slug', 'merchants.time_zone', 'merchant_staff.role'])
    .where('merchant_staff.user_id', '=', userId)
    .orderBy('merchants.slug')
    .execute();
}

/** What the balances of a brand's creators add up to, by brand. */
async function owedBy(tx: Tx, merchantIds: readonly string[]): Promise<Map<string, SignedMoney[]>> {
  if (merchantIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['merchant_id', 'currency', ({ fn }) => fn.sum<string>('balance').as('amount')])
    .where('merchant_id', 'in', merchantIds)
    .where('kind', 'in', ['pending', 'current', 'processing'])
    .groupBy(['merchant_id', 'currency'])
    .orderBy('currency')
    .execute();
  const brands = Map.groupBy(
    rows.filter(({ amount }) => BigInt(amount) !== 0n),
    (row) => row.merchant_id,
  );
  return new Map(
    [...brands].map(([id, sums]) => [id, sums.map(({ amount, currency }) => toMoney(BigInt(amount), currency))]),
  );
}

function owing(pause: BrandPause | undefined, owed: SignedMoney[] = []) {
  return pause ? { ...pause, owed } : null;
}

async function impersonationOf(tx: Tx, viewed: Viewed): Promise<User['impersonation']> {
  if (!viewed.impersonatedBy || !viewed.sessionId) return null;
  const operator = await findUser(tx, viewed.impersonatedBy);
  const session = await tx
    .selectFrom('sessions')
    .select('expires_at')
    .where('id', '=', viewed.sessionId)
    .executeTakeFirstOrThrow();
  return {
    operator: operator?.display_name ?? '',
    mode: viewed.mode === 'assist' ? 'assist' : 'view',
    ends_at: session.expires_at.toISOString(),
  };
}

async function handoverOf(tx: Tx, userId: string): Promise<User['link_handover']> {
  const handover = await unseenHandover(tx, userId);
  if (!handover) return null;
  const { display_name: operator, kind, reason, handed_over_at: at } = handover;
  return { operator, kind, reason, at: at.toISOString() };
}

async function closingOf(tx: Tx, userId: string): Promise<User['closing']> {
  const found = await tx.selectFrom('closures').select('erase_after').where('user_id', '=', userId).executeTakeFirst();
  return found ? { erase_after: found.erase_after.toISOString() } : null;
}

/** The data of `/me` (S14). Read with the system role, because it joins the user's brands, including former ones. */
export async function presentUser(ctx: Context, viewed: Viewed): Promise<User> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const user = await findUser(tx, viewed.userId);
    if (!user) throw new Refusal('unauthenticated');
    const accounts = await accountsOf(tx, user.id);
    const staff = await staffOf(tx, user.id);
    const stops = await openStops(tx, user.id);
    const pauses = await openPauses(tx, [...accounts.map((row) => row.merchant_id), ...staff.map((row) => row.id)]);
    const owed = await owedBy(
      tx,
      staff.map((row) => row.id).filter((id) => pauses.has(id)),
    );
    return {
      uid: user.uid,
      motom_user_id: user.motom_user_id,
      motom_user_unique_key: user.motom_user_unique_key,
      display_name: user.display_name,
      user_handle: user.user_handle,
      avatar: publicAddress(ctx.config.publicUrl, user.avatar),
      user_status: user.user_status,
      was_active: user.was_active,
      suspended_since: user.role === 'creator' ? ((await suspendedSince(tx, user.id))?.toISOString() ?? null) : null,
      merchant_accounts: accounts.map((account) => ({
        id: account.id,
        merchant_id: account.merchant_id,
        merchant_display_name: account.display_name,
        brand_logo: publicAddress(ctx.config.publicUrl, account.brand_logo),
        slug: account.slug,
        currency: account.currency,
        storefront_url: `${ctx.config.publicUrl}/@${user.user_handle ?? ''}/${account.slug}`,
        pause: pauses.get(account.merchant_id) ?? null,
        status: accountStatus.parse(account.status),
        stop: stops.get(account.id) ?? null,
      })),
      role: user.role === 'creator' || user.role === 'brand' ? user.role : 'operator',
      email: user.email,
      locale: user.locale,
      time_zone: user.time_zone,
      theme: user.theme === 'light' || user.theme === 'dark' ? user.theme : 'system',
      project: user.project_key,
      staff_of: staff.map((entry) => ({
        id: entry.id,
        display_name: entry.display_name,
        slug: entry.slug,
        role: brandRole.parse(entry.role),
        time_zone: entry.time_zone,
        pause: owing(pauses.get(entry.id), owed.get(entry.id)),
      })),
      chatroom_url: `${ctx.config.publicUrl}/api/v1/events`,
      impersonation: await impersonationOf(tx, viewed),
      closing: viewed.impersonatedBy ? null : await closingOf(tx, user.id),
      link_handover: viewed.impersonatedBy ? null : await handoverOf(tx, user.id),
    };
  });
}
