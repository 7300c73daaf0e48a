import type pg from 'pg';
import type { World } from '../../world/world.ts';
import { asOwner } from '../ledger/ledger.testing.ts';
import {
  now,
  type SeededChance,
  type SaleLine,
  type SellingLink,
  someInstant,
  type CountedVisit,
} from './brand-analytics.random.testing.ts';

// Random sales of a brand, written into the tables of orders and commissions.

type Order = { order: string; at: number; customer: string };
type From = { visits: readonly CountedVisit[]; shelves: readonly SellingLink[] };

/** An order is its customer's first if none of the same customer was placed before. */
function isFirst({ order, customer }: Order, orders: readonly Order[]): boolean {
  const [first] = orders
    .filter((each) => each.customer === customer)
    .toSorted((one, other) => one.at - other.at || (one.order < other.order ? -1 : 1));
  return customer !== '' && first?.order === order;
}

/** Declined, refunded, reversed and replaced ones among them. */
function someAmounts({ chance, pick }: SeededChance) {
  const base = 100 + Math.floor(chance() * 9_000);
  const amount = 1 + Math.floor(base / 10);
  return {
    base,
    amount,
    refunded: pick([0, 0, 50]),
    reversed: pick([0, 0, Math.floor(amount / 2)]),
    isDeclined: chance() < 0.1,
    isReplaced: chance() < 0.1,
    sku: pick(['F-1', 'F-2', 'F-3', 'gone']),
  };
}

type Line = ReturnType<typeof someAmounts> & {
  merchantId: string;
  order: string;
  line: string;
  at: number;
  creatorId: string;
  code: string | null;
  click: CountedVisit | undefined;
  creator: string;
};

async function insertLine(client: pg.Client, of: Line): Promise<void> {
  await client.query(
    `insert into order_lines (merchant_id, order_id, line_id, position, sku, title, quantity, unit_price, net) values ($1, $2, $3, 1, $4, $4, 1, $5, $5)`,
    [of.merchantId, of.order, of.line, of.sku, of.base],
  );
  await client.query(
    `insert into commissions (merchant_id, id, merchant_account_id, creator_id, order_id, line_id, link_id, hit_id, discount_code, terms_version, rule_position, base, refunded, rate, amount, reversed, currency, earned_at, matures_at, declined_at, replaced_at)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, 1, 0, $9, $10, 1500, $11, $12, 'USD', $13, $13, $14, $15)`,
    [
      of.merchantId,
      of.creator,
      of.creatorId,
      of.order,
      of.line,
      of.click?.link ?? null,
      of.click?.id ?? null,
      of.code,
      of.base,
      of.refunded,
      of.amount,
      of.reversed,
      new Date(of.at),
      of.isDeclined ? now : null,
      of.isReplaced ? now : null,
    ],
  );
}

/** Sales of some of the clicks, and of codes. */
export async function fillSales(world: World, random: SeededChance, { visits, shelves }: From): Promise<SaleLine[]> {
  const { glow } = world.people.merchants;
  const clicks = visits.filter(({ kind, isCounted }) => kind === 'click' && isCounted);
  const orders = Array.from(
    { length: 160 },
    (_, index): Order => ({
      order: `figures-${String(index).padStart(3, '0')}`,
      at: someInstant(random),
      customer: random.chance() < 0.8 ? `customer-${Math.floor(random.chance() * 60)}` : '',
    }),
  );
  return asOwner(world.ctx.database.url, async (client) => {
    await client.query(`set session_replication_role = replica`);
    await client.query(`delete from commissions`);
    const products = await client.query<{ id: string; sku: string }>(
      `select id, sku from products where merchant_id = $1`,
      [glow],
    );
    const lines: SaleLine[] = [];
    for (const each of orders) {
      await client.query(
        `insert into orders (merchant_id, order_id, source, currency, placed_at, received_at, body, body_hash, state, customer_canonical)
         values ($1, $2, 'api', 'USD', $3, $3, '{}', '\\x00', 'decided', $4)`,
        [glow, each.order, new Date(each.at), each.customer ? Buffer.from(each.customer) : null],
      );
      const click = random.chance() < 0.7 ? random.pick(clicks) : undefined;
      const seller = random.pick(shelves);
      const creator = click?.creator ?? seller.creator;
      for (let line = 1; line <= random.pick([1, 1, 2]); line += 1) {
        const sale = someAmounts(random);
        const code = click && random.chance() < 0.8 ? null : random.pick(['AVA10', 'BEA15']);
        const of = { ...sale, merchantId: glow, order: each.order, line: `${line}`, at: each.at, code, click, creator };
        await insertLine(client, { ...of, creatorId: seller.creatorId });
        if (sale.isReplaced) continue;
        lines.push({
          order: each.order,
          at: each.at,
          creator,
          group: click?.group ?? seller.group,
          link: click?.link ?? '',
          code: code ?? '',
          product: products.rows.find(({ sku }) => sku === sale.sku)?.id ?? sale.sku,
          country: click?.country ?? '',
          device: click?.device ?? '',
          channel: click?.channel ?? '',
          sales: sale.isDeclined ? 0 : sale.base - sale.refunded,
          commission: sale.amount - sale.reversed,
          isNew: isFirst(each, orders),
        });
      }
    }
    return lines;
  });
}
