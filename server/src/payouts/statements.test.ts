import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  downloadStatementCsv,
  downloadStatementPdf,
  listStatements,
  readStatement,
  type Statement,
} from '@vitrine/contract/payouts.ts';
import { receiveRefund } from '@vitrine/contract/orders.ts';
import { readEarnings } from '@vitrine/contract/commissions.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import type { TestEarner } from '../ledger/ledger.testing.ts';
import { closeStatements } from './payouts.schedule.ts';
import { moneyText } from '../platform/money.text.ts';
import { textOf } from './pdf.testing.ts';
import { addMethod, avaOf, earnCurrent, request } from './payouts.testing.ts';

let world: World;
let ava: TestEarner;
let creator: Client;
beforeAll(async () => {
  world = await openWorld({ at: new Date('2026-01-15T09:00:00Z') });
  ava = avaOf(world);
  creator = await world.signIn('ava@creators.test');
  await addMethod(creator);
});
afterAll(() => world[Symbol.asyncDispose]());

const params = (month: string) => ({ merchant_account_id: ava.merchantAccountId, month });
const sum = (amounts: { amount: string }[]) => amounts.reduce((total, { amount }) => total + BigInt(amount), 0n);

/** Verifies the hash chain, as anyone with the file can. */
function expectChain(statement: Statement): void {
  let hash = statement.opening_hash;
  for (const entry of statement.entries) {
    hash = createHash('sha256')
      .update(Buffer.concat([Buffer.from(hash, 'hex'), Buffer.from(entry.line, 'utf8')]))
      .digest('hex');
    expect(entry.hash).toBe(hash);
    expect(entry.line).toContain(`|${entry.amount.amount}|${entry.amount.currency}|`);
  }
  expect(statement.head_hash).toBe(hash);
}

async function allStatements(): Promise<Statement[]> {
  creator = await world.signIn('ava@creators.test');
  const months = granted(await creator.call(listStatements, { params: params('') })).toReversed();
  const statements = [];
  for (const { month } of months)
    statements.push(granted(await creator.call(readStatement, { params: params(month) })));
  return statements;
}

test('months follow each other without a gap: each opens where the previous one closed, and all entries are in the ledger (S27)', async () => {
  const change = fc.record({
    days: fc.integer({ min: 0, max: 45 }),
    amount: fc.bigInt({ min: 1n, max: 9_999n }),
    after: fc.constantFrom('nothing', 'refund', 'payout', 'close'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      for (const { days, amount, after } of changes) {
        world.clock.advance(days * 86_400_000);
        creator = await world.signIn('ava@creators.test');
        const [order] = await earnCurrent(world, ava, amount);
        if (after === 'refund')
          await world.shop(demoApiKey).call(receiveRefund, {
            params: { order_id: order?.orderId ?? '' },
            body: { refund_id: 'R', lines: [{ line_id: '1', quantity: 1 }] },
          });
        if (after === 'payout') await request(creator, ava);
        if (after === 'close') await Promise.all([closeStatements(world.ctx), closeStatements(world.ctx)]);
      }
      await closeStatements(world.ctx);
      const statements = await allStatements();
      expect(statements[0]?.opening.amount).toBe('0');
      for (const [index, statement] of statements.entries()) {
        const before = statements[index - 1];
        if (before) {
          expect([statement.opening, statement.opening_hash]).toEqual([before.closing, before.head_hash]);
          expect(before.closed).toBe(true);
        }
        expect(sum(statement.entries.map((entry) => entry.amount))).toBe(
          BigInt(statement.closing.amount) - BigInt(statement.opening.amount),
        );
        expect(statement.entries.every((entry) => entry.at.startsWith(statement.month))).toBe(true);
        expectChain(statement);
      }
      const balance = granted(await creator.call(readEarnings)).balances[0];
      expect(statements.at(-1)?.closing).toEqual(balance?.current);
      expect(statements.at(-1)?.beside).toEqual({
        pending: balance?.pending,
        processing: balance?.processing,
        paid: balance?.paid,
      });
    }),
    { numRuns: 8, seed: 20_261_120, endOnFailure: true },
  );
});

test('a closed month never changes, and a month without a statement is not found (S27)', async () => {
  const closed = (await allStatements()).find((statement) => statement.closed);
  const again = await creator.call(readStatement, { params: params(closed?.month ?? '') });
  expect(granted(again)).toEqual(closed);
  for (const month of ['2019-01', '2031-01', '2026-13', 'today'])
    expect((await creator.call(readStatement, { params: params(month) })).status).toBe(404);
});

test('the CSV contains every entry with its line and hash, and exact sums (S20, S27)', async () => {
  const statement = (await allStatements()).find(({ entries }) => entries.length > 1);
  const answer = await creator.call(downloadStatementCsv, { params: params(statement?.month ?? '') });
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="statement-glow-lab-${statement?.month}-USD.csv"`,
  );
  const lines = answer.data.trim().split('\r\n');
  expect(lines).toHaveLength((statement?.entries.length ?? 0) + 3);
  const cents = lines.slice(2, -1).map((line) => /,(-?\d+)\.(\d\d),-?\d+\.\d\d,"USD"/.exec(line)?.slice(1).join(''));
  expect(cents.map(Number)).toEqual(statement?.entries.map((entry) => Number(entry.amount.amount)));
  expect(lines.at(-1)).toContain(statement?.head_hash);
});

test('the text of the PDF can be copied: every sum and both hashes (S27)', async () => {
  const statement = (await allStatements()).find(({ entries }) => entries.length > 1);
  const answer = await creator.call(downloadStatementPdf, { params: params(statement?.month ?? '') });
  const bytes = answer.data as unknown as Buffer;
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(answer.headers['content-type']).toBe('application/pdf');
  const text = textOf(bytes).split('\n');
  const sums = statement?.entries.flatMap(({ amount, balance }) => [amount, balance]) ?? [];
  for (const { amount, currency } of sums) expect(text).toContain(moneyText(BigInt(amount), currency));
  expect(text).toContain(`closing ${statement?.head_hash}`);
  expect(text).toContain(`opening ${statement?.opening_hash}`);
});

test('the pages of a statement together are the whole, also while more is earned, and each carries the same sums', async () => {
  await earnCurrent(world, ava, 100n, 200n, 300n, 400n, 500n);
  creator = await world.signIn('ava@creators.test');
  const at = params(world.clock.now().toISOString().slice(0, 7));
  const before = granted(await creator.call(readStatement, { params: at }));
  const entries: Statement['entries'] = [];
  let cursor: string | undefined;
  do {
    const page = await creator.call(readStatement, { params: at, query: { limit: 2, ...(cursor && { cursor }) } });
    expect(page.data.entries.length).toBeLessThanOrEqual(2);
    expect(page.data.opening).toEqual(before.opening);
    entries.push(...page.data.entries);
    if (cursor === undefined) await earnCurrent(world, ava, 600n);
    cursor = page.meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  const whole = granted(await creator.call(readStatement, { params: at }));
  expect(whole.entries.length).toBe(before.entries.length + 1);
  expect(entries).toEqual(whole.entries);
});

test('a cursor that no page of the statement gave is refused', async () => {
  const at = params(world.clock.now().toISOString().slice(0, 7));
  for (const cursor of ['nothing', '5', '-1.0', '1.1.1']) {
    const answer = await creator.call(readStatement, { params: at, query: { limit: 2, cursor } });
    expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, ['cursor']]);
  }
});

test('a closed month keeps its other balances, whatever is earned later', async () => {
  await closeStatements(world.ctx);
  const closed = (await allStatements()).findLast((statement) => statement.closed);
  await earnCurrent(world, ava, 700n);
  const again = granted(await creator.call(readStatement, { params: params(closed?.month ?? '') }));
  expect(again).toEqual(closed);
});

test('files of a long month are complete, though they are written in pieces', async () => {
  await earnCurrent(world, ava, ...Array.from({ length: 260 }, () => 1n));
  creator = await world.signIn('ava@creators.test');
  const at = params(world.clock.now().toISOString().slice(0, 7));
  const { entries } = granted(await creator.call(readStatement, { params: at }));
  expect(entries.length).toBeGreaterThan(250);
  const csv = (await creator.call(downloadStatementCsv, { params: at })).data.trim().split('\r\n');
  expect(csv.slice(2, -1).map((line) => Number(line.split(',')[0]))).toEqual(entries.map(({ seq }) => seq));
  const pdf = (await creator.call(downloadStatementPdf, { params: at })).data as unknown as Buffer;
  const rows = textOf(pdf)
    .split('\n')
    .filter((line) => line === moneyText(1n, 'USD'));
  expect(rows.length).toBeGreaterThanOrEqual(260);
});
