import type { World } from '../../world/world.ts';
import { type ExpectedLine, expectedOf, type FinalOrder } from './histories.model.testing.ts';
import type { Stall } from './histories.shop.testing.ts';

// The end of histories in the database, and how far it is from the model's.

type Commission = {
  merchant_id: string;
  order_id: string;
  line_id: string;
  merchant_account_id: string;
  amount: bigint;
  reversed: bigint;
  state: string;
  held_reason: string | null;
  replaced_at: Date | null;
};
type Balances = ReadonlyMap<string, bigint>;
type Difference = { about: string; cents: bigint };

function keyOf(merchantId: string, orderId: string): string {
  return `${merchantId} ${orderId}`;
}

/** The commissions of orders that were placed since then, by brand and order. */
export async function readCommissions(world: World, since: Date): Promise<Map<string, Commission[]>> {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('commissions')
      .select([
        'merchant_id',
        'order_id',
        'line_id',
        'merchant_account_id',
        'amount',
        'reversed',
        'state',
        'held_reason',
        'replaced_at',
      ])
      .where('earned_at', '>=', since)
      .execute(),
  );
  const byOrder = new Map<string, Commission[]>();
  for (const row of rows) {
    const key = keyOf(row.merchant_id, row.order_id);
    byOrder.set(key, [...(byOrder.get(key) ?? []), row]);
  }
  return byOrder;
}

/** What each creator's accounts contain, by merchant account, kind and currency. */
export async function readBalances(world: World): Promise<Balances> {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('ledger_accounts').select(['merchant_account_id', 'kind', 'currency', 'balance']).execute(),
  );
  return new Map(rows.map((row) => [`${row.merchant_account_id} ${row.kind} ${row.currency}`, row.balance] as const));
}

function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

function stateOf({ amount, reversed }: { amount: bigint; reversed: bigint }): string {
  return amount === reversed ? 'reversed' : 'pending';
}

/** How one line ended, against the model. */
function differenceOfLine(
  expected: ExpectedLine | undefined,
  found: readonly Commission[],
  stall: Stall,
): string | undefined {
  const other = found.find(({ merchant_account_id: account }) => account !== stall.merchantAccountId);
  if (other) return 'is credited to somebody else';
  const open = found.find((row) => row.replaced_at !== null && row.reversed !== row.amount);
  if (open) return `keeps ${open.amount - open.reversed} of a commission that was replaced`;
  const now = found.find((row) => row.replaced_at === null);
  if (!expected?.amount) {
    const left = now ? now.amount - now.reversed : 0n;
    return left === 0n ? undefined : `earned ${left}, and should have earned nothing`;
  }
  if (!now) return `earned nothing, and should have earned ${expected.amount}`;
  const held = now.state === 'pending' && now.held_reason !== null;
  const is = `${now.amount} less ${now.reversed} ${now.state}${held ? ` on hold for ${now.held_reason}` : ''}`;
  const state = stateOf({ amount: expected.amount, reversed: expected.reversed ?? 0n });
  const should = `${expected.amount} less ${expected.reversed} ${state}${expected.held ? ' on hold for dispute' : ''}`;
  return is === should ? undefined : `earned ${is}, and should have earned ${should}`;
}

function netOf(expected: ExpectedLine | undefined): bigint {
  return expected?.amount ? expected.amount - (expected.reversed ?? 0n) : 0n;
}

/** What is different from the model in one history: its lines, and its creator's accounts. */
export function differencesOf({
  orders,
  stall,
  commissions,
  balances,
  after,
}: {
  orders: readonly FinalOrder[];
  stall: Stall;
  commissions: ReadonlyMap<string, Commission[]>;
  balances: Balances;
  after: Balances;
}): Difference[] {
  const differences: Difference[] = [];
  const earned = new Map<string, bigint>();
  for (const order of orders) {
    const expected = expectedOf(order);
    const found = commissions.get(keyOf(stall.merchantId, order.orderId)) ?? [];
    const lineIds = new Set([...expected.map(({ lineId }) => lineId), ...found.map((row) => row.line_id)]);
    for (const lineId of lineIds) {
      const should = expected.find((line) => line.lineId === lineId);
      const rows = found.filter((row) => row.line_id === lineId);
      const about = differenceOfLine(should, rows, stall);
      const left = rows.reduce((sum, row) => sum + row.amount - row.reversed, 0n);
      if (about !== undefined)
        differences.push({
          about: `line ${lineId} of ${order.orderId} ${about}`,
          cents: absolute(left - netOf(should)),
        });
      earned.set(order.currency, (earned.get(order.currency) ?? 0n) + netOf(should));
    }
  }
  for (const [currency, amount] of earned)
    for (const [kind, should] of [
      ['pending', amount],
      ['merchant', -amount],
      ['current', 0n],
    ] as const) {
      const key = `${stall.merchantAccountId} ${kind} ${currency}`;
      const moved = (after.get(key) ?? 0n) - (balances.get(key) ?? 0n);
      if (moved !== should)
        differences.push({
          about: `${kind} account in ${currency} has ${moved}, and should have ${should}`,
          cents: absolute(moved - should),
        });
    }
  return differences;
}
