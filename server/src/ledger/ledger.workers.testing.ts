import { matureCommissions } from '../commissions/commissions.maturity.ts';
import type { Books } from './ledger.books.testing.ts';
import { type ActionName, actions, seededRandom, shares, type Worker } from './ledger.actions.testing.ts';
import { modelBalances, mature, type Model, modelState, together } from './ledger.model.testing.ts';
import { asOwner } from './ledger.testing.ts';

export function newWorker(name: string, books: Books, seed: number, alone: boolean): Worker {
  return { name, books, model: { orders: [], payouts: [] }, done: [], draw: seededRandom(seed), count: 0, alone };
}

const lot = Object.entries(shares).flatMap(([name, share]) => Array.from({ length: share }, () => name as ActionName));

/** A statement that timed out waiting for a lock is retried; a deadlock must not happen. */
async function perform(worker: Worker, name: ActionName): Promise<void> {
  try {
    await actions[name](worker);
  } catch (error) {
    throw new Error(`${worker.name} could not ${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Runs workers concurrently on the same ledger. Returns what all of them did as one model. */
export async function runWorkers(
  books: Books,
  options: { workers: number; mutations: number; seed: number },
): Promise<Model> {
  let left = options.mutations;
  const workers = Array.from({ length: options.workers }, (_, number) =>
    newWorker(`w${number}`, books, options.seed * 1_000 + number, false),
  );
  await Promise.all(
    workers.map(async (worker) => {
      while (left > 0) {
        left -= 1;
        await perform(worker, lot[worker.draw(lot.length)] ?? 'payOrder');
      }
    }),
  );
  await matureCommissions(books.ctx);
  const model = together(workers.map((worker) => worker.model));
  mature(model, books.clock.now().getTime());
  return model;
}

/** All differences between the database and the model as text; none if they agree. */
export async function differences(books: Books, model: Model): Promise<string[]> {
  const { ctx, merchantId, accounts } = books;
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const rows = await tx
      .selectFrom('ledger_accounts')
      .select(['merchant_account_id', 'kind', 'balance'])
      .where('merchant_id', '=', merchantId)
      .execute();
    const kept = new Map(rows.map((row) => [`${row.merchant_account_id} ${row.kind}`, row.balance]));
    const commissions = await tx
      .selectFrom('commissions')
      .select(['order_id', 'line_id', 'amount', 'reversed', 'state', 'held_reason'])
      .where('merchant_id', '=', merchantId)
      .execute();
    const wanted = new Map(
      model.orders.flatMap((order) =>
        order.lines.map((line) => [
          `${order.id}/${line.lineId}`,
          `${line.commission} −${line.reversed} ${modelState(line)} ${order.isHeld ? 'held' : ''}`,
        ]),
      ),
    );
    const found = new Map(
      commissions.map((row) => [
        `${row.order_id}/${row.line_id}`,
        `${row.amount} −${row.reversed} ${row.state} ${row.held_reason ? 'held' : ''}`,
      ]),
    );
    const inBalances = accounts.flatMap((account, index) =>
      Object.entries(modelBalances(model, index)).flatMap(([kind, balance]) => {
        const there = kept.get(`${account} ${kind}`) ?? 0n;
        return there === balance ? [] : [`account ${index} ${kind} is ${there}, not ${balance}`];
      }),
    );
    const inLines = [...new Set([...wanted.keys(), ...found.keys()])].flatMap((key) =>
      wanted.get(key) === found.get(key) ? [] : [`${key} is ${found.get(key)}, not ${wanted.get(key)}`],
    );
    return [...inBalances, ...inLines];
  });
}

/** Delays one row in so many by up to 50 ms where money moves, to make races likely. For tests only. */
export async function widenRaces(url: string, oneIn: number): Promise<void> {
  await asOwner(url, async (owner) => {
    await owner.query(`create function widen_race() returns trigger language plpgsql as $$
      begin
        if random() * ${oneIn} < 1 then perform pg_sleep(random() * 0.05); end if;
        return null;
      end $$`);
    for (const table of [
      'orders',
      'commissions',
      'commission_reversals',
      'refunds',
      'ledger_transactions',
      'ledger_entries',
    ]) {
      await owner.query(
        `create trigger widen_race after insert on ${table} for each row execute function widen_race()`,
      );
    }
  });
}
