// Compares a brand's creators with each other. Uses the system role, because no one may read addresses, browsers and
// bank details; only ids of orders leave this file.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CreatorAccount, findDuplicates, findRings, type Purchase } from './fraud.creators.ts';
import type { Finding } from './fraud.facts.ts';
import { hashCustomer } from './orders.customer.ts';

/** A limit that no brand reaches. */
const mostCreators = 5_000;
const mostPurchases = 5_000;

async function creatorsOf(ctx: Context, tx: Tx, merchantId: string): Promise<CreatorAccount[]> {
  const { rows } = await sql<{
    creator_id: string;
    joined_at: Date;
    email: string;
    bank: string | null;
    browsers: string[];
  }>`
    select a.creator_id, a.joined_at, u.email,
      (select concat_ws('|', p.country, lower(p.holder), p.hint) from payout_methods p where p.creator_id = a.creator_id
        and p.replaced_at is null and p.holder <> '' limit 1) as bank,
      array(select encode(b.browser, 'hex') from creator_browsers b where b.user_id = a.creator_id order by b.seen_at desc limit 20) as browsers
    from merchant_accounts a join users u on u.id = a.creator_id
    where a.merchant_id = ${merchantId} order by a.joined_at, a.id limit ${mostCreators}`.execute(tx);
  return rows.map((row) => ({
    creatorId: row.creator_id,
    openedAt: row.joined_at,
    mailbox: hashCustomer(ctx, merchantId, row.email).canonical?.toString('hex') ?? row.creator_id,
    browsers: row.browsers,
    bank: row.bank ?? '',
  }));
}

async function purchasesOf(
  tx: Tx,
  merchantId: string,
  creators: readonly CreatorAccount[],
  since: Date,
): Promise<Purchase[]> {
  const byMailbox = new Map(creators.map(({ mailbox, creatorId }) => [mailbox, creatorId]));
  const mailboxes = [...byMailbox.keys()];
  const { rows } = await sql<{ order_id: string; creator_id: string; customer: string }>`
    select distinct o.order_id, c.creator_id, encode(o.customer_canonical, 'hex') as customer
    from unnest(${mailboxes}::text[]) mailbox
    join orders o on o.merchant_id = ${merchantId} and o.customer_canonical = decode(mailbox, 'hex') and o.placed_at > ${since}
    join commissions c on c.merchant_id = o.merchant_id and c.order_id = o.order_id and c.replaced_at is null
    limit ${mostPurchases}`.execute(tx);
  return rows.flatMap((row): Purchase[] => {
    const buyer = byMailbox.get(row.customer);
    return buyer ? [{ orderId: row.order_id, buyer, earner: row.creator_id }] : [];
  });
}

async function ordersOfDuplicates(
  tx: Tx,
  merchantId: string,
  creators: readonly CreatorAccount[],
  since: Date,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { creatorId, sign } of findDuplicates(creators)) {
    const rows = await tx
      .selectFrom('commissions')
      .select('order_id')
      .distinct()
      .where('merchant_id', '=', merchantId)
      .where('creator_id', '=', creatorId)
      .where('replaced_at', 'is', null)
      .where('earned_at', '>', since)
      .where('state', 'in', ['pending', 'available'])
      .limit(mostPurchases)
      .execute();
    if (rows.length > 0)
      findings.push({ rule: 'duplicate_account', orderIds: rows.map((row) => row.order_id), evidence: { sign } });
  }
  return findings;
}

export async function findCreatorPatterns(ctx: Context, merchantId: string, since: Date): Promise<Finding[]> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const creators = await creatorsOf(ctx, tx, merchantId);
    const rings = findRings(await purchasesOf(tx, merchantId, creators, since));
    return [...rings, ...(await ordersOfDuplicates(tx, merchantId, creators, since))];
  });
}
