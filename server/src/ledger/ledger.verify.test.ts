import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type pg from 'pg';
import { openWorld, type World } from '../../world/world.ts';
import { matureCommissions } from '../commissions/commissions.maturity.ts';
import { post } from './ledger.service.ts';
import { asOwner, type TestEarner, earn } from './ledger.testing.ts';
import { verifyLedger } from './ledger.verify.ts';

let world: World;
let ava: TestEarner;

beforeAll(async () => {
  world = await openWorld();
  ava = {
    merchantId: world.people.merchants.glow,
    merchantAccountId: world.people.accounts.avaGlow,
    creatorId: world.people.users.ava,
    currency: 'USD',
  };
  await earn(world.ctx, ava, { amount: 5_000n, maturesAt: world.clock.now() });
  await earn(world.ctx, ava, { amount: 1_234n, maturesAt: new Date(world.clock.now().getTime() + 86_400_000) });
  await matureCommissions(world.ctx);
  const move = (
    kind: 'payout_request' | 'payout_paid' | 'adjustment',
    from: 'current' | 'processing' | 'merchant',
    to: 'current' | 'processing' | 'paid',
    amount: bigint,
  ) =>
    world.ctx.database.as({ role: 'app', merchantId: ava.merchantId }, (tx) =>
      post(tx, {
        ...ava,
        key: kind,
        kind,
        reference: 'a test',
        occurredAt: world.clock.now(),
        entries: [
          { account: from, amount: -amount },
          { account: to, amount },
        ],
      }),
    );
  await move('adjustment', 'merchant', 'current', 1_000n);
  await move('payout_request', 'current', 'processing', 3_000n);
  await move('payout_paid', 'processing', 'paid', 3_000n);
});
afterAll(() => world[Symbol.asyncDispose]());

const owner = <T>(work: (client: pg.Client) => Promise<T>) => asOwner(world.ctx.database.url, work);
const verdict = () => verifyLedger(world.ctx.database.url);

async function refusal(work: (client: pg.Client) => Promise<unknown>): Promise<string> {
  return owner(async (client) => {
    try {
      await work(client);
      return 'done';
    } catch (error) {
      return String((error as { code?: string }).code);
    }
  });
}

const kept = ['ledger_transactions', 'ledger_entries'];
const roles = ['vitrine_app', 'vitrine_public', 'vitrine_redirect', 'vitrine_system'];

describe('a ledger row', () => {
  const statements = kept.flatMap((table) => [
    `update ${table} set merchant_id = merchant_id`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
    `merge into ${table} t using (select 1) s on true when matched then delete`,
    `with gone as (delete from ${table} returning 1) select count(*) from gone`,
  ]);

  test.for(statements)('cannot be changed by its owner: %s', async (statement) => {
    expect(await refusal((client) => client.query(statement))).toBe('VT001');
  });

  test.for(statements)('cannot be changed by any role: %s', async (statement) => {
    for (const role of roles) {
      expect(
        await refusal((client) =>
          client.query(`begin; set local role ${role}; set local app.merchant = '${ava.merchantId}'; ${statement}`),
        ),
        role,
      ).toBe('42501');
    }
  });

  test('survives a session that replays changes, and clearing the tables it refers to', async () => {
    expect(
      await refusal((client) => client.query("set session_replication_role = 'replica'; delete from ledger_entries")),
    ).toBe('VT001');
    expect(await refusal((client) => client.query('truncate merchants cascade'))).toBe('VT001');
    expect(await refusal((client) => client.query('truncate ledger_accounts cascade'))).toBe('VT001');
    expect(
      await refusal((client) =>
        client.query(
          'insert into ledger_transactions select * from ledger_transactions on conflict (merchant_id, key) do update set reference = $$forged$$',
        ),
      ),
    ).toBe('VT001');
  });

  test('can be added by a role only through post_transaction', async () => {
    for (const role of roles) {
      const scope = `begin; set local role ${role}; set local app.merchant = '${ava.merchantId}';`;
      expect(
        await refusal((client) => client.query(`${scope} insert into ledger_entries select * from ledger_entries`)),
        role,
      ).toBe('42501');
      expect(
        await refusal((client) =>
          client.query(`${scope} insert into ledger_transactions select * from ledger_transactions`),
        ),
        role,
      ).toBe('42501');
      expect(
        await refusal((client) => client.query(`${scope} update ledger_accounts set balance = 1000000`)),
        role,
      ).toBe('42501');
    }
  });

  test.for([1, 3])('must sum to zero at commit, whoever added it and whatever the order (%d)', async (position) => {
    const code = await refusal(async (client) => {
      await client.query('begin');
      await client.query(
        `with t as (
          insert into ledger_transactions (merchant_id, id, merchant_account_id, creator_id, key, kind, reference, occurred_at, recorded_at)
          select merchant_id, gen_random_uuid(), merchant_account_id, creator_id, 'forged', 'adjustment', 'forged', now(), now() from ledger_transactions limit 1 returning *)
        insert into ledger_entries (merchant_id, transaction_id, position, account_id, creator_id, amount, currency, account_seq, hash)
        select t.merchant_id, t.id, $1, a.id, a.creator_id, 7, a.currency, 1000, '' from t join ledger_accounts a on a.merchant_account_id = t.merchant_account_id and a.kind = 'current'`,
        [position],
      );
      await client.query('commit');
    });
    expect(code).toBe('VT002');
  });
});

/** How a value of each type can be changed by one unit. */
const steps: Record<string, (column: string) => string> = {
  uuid: (column) =>
    `overlay(${column}::text placing (case right(${column}::text, 1) when '0' then '1' else '0' end) from 36)::uuid`,
  text: (column) => `overlay(${column} placing (case left(${column}, 1) when 'X' then 'Y' else 'X' end) from 1 for 1)`,
  int8: (column) => `${column} + 1`,
  int4: (column) => `${column} + 2`,
  timestamptz: (column) => `${column} + interval '1 microsecond'`,
  bytea: (column) => `set_byte(${column}, 7, (get_byte(${column}, 7) + 1) % 256)`,
};

const columns: [table: string, column: string, type: string][] = [
  ...['merchant_id', 'transaction_id', 'account_id', 'creator_id'].map((column): [string, string, string] => [
    'ledger_entries',
    column,
    'uuid',
  ]),
  ['ledger_entries', 'position', 'int4'],
  ['ledger_entries', 'amount', 'int8'],
  ['ledger_entries', 'currency', 'text'],
  ['ledger_entries', 'account_seq', 'int8'],
  ['ledger_entries', 'hash', 'bytea'],
  ...['merchant_id', 'id', 'merchant_account_id', 'creator_id'].map((column): [string, string, string] => [
    'ledger_transactions',
    column,
    'uuid',
  ]),
  ['ledger_transactions', 'key', 'text'],
  ['ledger_transactions', 'reference', 'text'],
  ['ledger_transactions', 'occurred_at', 'timestamptz'],
  ['ledger_transactions', 'recorded_at', 'timestamptz'],
  ...['merchant_id', 'id', 'merchant_account_id', 'creator_id'].map((column): [string, string, string] => [
    'ledger_accounts',
    column,
    'uuid',
  ]),
  ['ledger_accounts', 'currency', 'text'],
  ['ledger_accounts', 'balance', 'int8'],
  ['ledger_accounts', 'last_seq', 'int8'],
  ['ledger_accounts', 'last_hash', 'bytea'],
  ['commissions', 'amount', 'int8'],
  ['commissions', 'currency', 'text'],
  ['commissions', 'merchant_account_id', 'uuid'],
];

/** Changes rows as only a superuser with all triggers disabled can. Returns how to undo it. */
async function forge(table: string, statement: string): Promise<() => Promise<void>> {
  const copy = `kept_${table}`;
  await owner((client) =>
    client.query(
      `begin; create table ${copy} as table ${table}; alter table ${table} disable trigger all; ${statement}; commit`,
    ),
  );
  return () =>
    owner(async (client) => {
      // Generated columns can't be restored.
      const { rows } = await client.query<{ names: string }>(
        `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
         where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      );
      const names = rows[0]?.names ?? '';
      await client.query(
        `begin; delete from ${table}; insert into ${table} (${names}) select ${names} from ${copy}; drop table ${copy}; alter table ${table} enable trigger all; commit`,
      );
    });
}

describe('ledger verification', () => {
  test('passes on what was posted', async () => {
    expect(await verdict()).toEqual({ agrees: true, accounts: 5, transactions: 6, entries: 12 });
  });

  test.for(columns)('finds a single unit off in %s.%s', async ([table, column, type]) => {
    const changed = `${steps[type]?.(column)}`;
    const undo = await forge(
      table,
      `update ${table} set ${column} = ${changed} where ctid = (select max(ctid) from ${table})`,
    );
    const found = await verdict();
    await undo();
    expect(found).toMatchObject({ agrees: false });
    expect(await verdict()).toMatchObject({ agrees: true });
  });

  test.for([
    [
      'a transaction whose kind was changed',
      'ledger_transactions',
      "update ledger_transactions set kind = 'payout_cancel' where kind = 'maturity'",
    ],
    [
      'a deleted transaction',
      'ledger_entries',
      "delete from ledger_entries where transaction_id = (select id from ledger_transactions where kind = 'adjustment')",
    ],
    [
      'a transaction without entries',
      'ledger_transactions',
      "insert into ledger_transactions select merchant_id, gen_random_uuid(), merchant_account_id, creator_id, 'x', kind, reference, occurred_at, recorded_at from ledger_transactions limit 1",
    ],
    ['amounts scaled together', 'ledger_entries', 'update ledger_entries set amount = amount * 2'],
    [
      'two swapped accounts',
      'ledger_accounts',
      "alter table ledger_accounts drop constraint ledger_accounts_once; update ledger_accounts set kind = case kind when 'paid' then 'current' else 'paid' end where kind in ('paid', 'current')",
    ],
    [
      'a commission that was never posted',
      'commissions',
      "update commissions set amount = amount + 1 where state = 'available'",
    ],
    [
      'a commission shown as available before its time',
      'commissions',
      "update commissions set state = 'available' where state = 'pending'",
    ],
    [
      'a payout that was never posted',
      'payouts',
      "insert into payouts (merchant_id, id, merchant_account_id, creator_id, amount, currency, state, requested_at) select merchant_id, gen_random_uuid(), id, creator_id, 5, 'USD', 'requested', now() from merchant_accounts limit 1",
    ],
    [
      'a commission shown as paid by no payout',
      'commissions',
      "update commissions set state = 'paid' where state = 'available'",
    ],
    ['a reversal without a refund', 'commissions', "update commissions set reversed = 10 where state = 'available'"],
  ] as const)('finds %s', async ([, table, statement]) => {
    const undo = await forge(table, statement);
    const found = await verdict();
    await undo();
    expect(found).toMatchObject({ agrees: false });
  });
});
