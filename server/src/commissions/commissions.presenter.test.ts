import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdExpiry } from './commissions.hold-dates.ts';
import { isHeld, moneyOf } from './commissions.money.ts';
import { type PresentedCommission, presentCommission } from './commissions.presenter.ts';

const at = new Date('2026-11-20T12:00:00Z');
const day = 86_400_000;
const row = (changed: Partial<PresentedCommission> = {}): PresentedCommission => ({
  id: 'c1',
  merchant_id: 'm_1',
  merchant_display_name: 'Glow Lab',
  merchant_account_id: 'ma_1',
  creator_id: 'u_1',
  link_id: null,
  hit_id: null,
  terms_version: 1,
  rule_position: 0,
  flat_amount: null,
  payout_id: null,
  hold_ended_at: null,
  refunded: 0n,
  sales: 9_600n,
  hold_expired: false,
  times_withdrawn: 0,
  sold_sku: null,
  sold_mix: null,
  from_new_customer: null,
  replaced_at: null,
  order_id: 'GL-1',
  line_id: '1',
  product_title: 'Night Balm',
  product_image: null,
  quantity: 2,
  discount_code: null,
  base: 9_600n,
  rate: 1_500,
  amount: 1_440n,
  reversed: 0n,
  currency: 'USD',
  state: 'pending',
  held_reason: null,
  declined_at: null,
  decline_lifted_at: null,
  decline_reason: null,
  hold_expires_at: null,
  earned_at: at,
  matures_at: new Date(at.getTime() + 30 * day),
  available_at: null,
  paid_at: null,
  ...changed,
});
const present = (changed: Partial<PresentedCommission>) => presentCommission(row(changed), 'https://portal.example');
const usd = (amount: string) => ({ amount, currency: 'USD' });

describe('a commission', () => {
  test('shows gross, reversed and net', () => {
    expect(present({ reversed: 440n })).toMatchObject({
      base: usd('9600'),
      amount: usd('1440'),
      reversed: usd('440'),
      net: usd('1000'),
      reversal: 'partly_reversed',
    });
  });

  test('came by a code where there is one, else by a click', () => {
    expect([present({}).via, present({ discount_code: 'AVA10' }).via]).toEqual(['click', 'code']);
  });

  test('shows when its hold ends only while it is on hold', () => {
    const ends = { hold_expires_at: at };
    expect(present(ends).hold_expires_at).toBeNull();
    expect(present({ ...ends, held_reason: 'self_purchase' }).hold_expires_at).toBe(at.toISOString());
    expect(present({ held_reason: 'self_purchase' }).hold_expires_at).toBeNull();
  });

  test('shows the moments that have come, and null for the others', () => {
    expect(present({ state: 'available', available_at: at })).toMatchObject({
      available_at: at.toISOString(),
      paid_at: null,
    });
  });

  test('in a state that the contract does not know is a bug, not a blank', () => {
    expect(() => present({ state: 'lost' })).toThrow(Error);
  });
});

describe('what is reversed', () => {
  const part = (amount: bigint, reversed: bigint, declined = false) => ({
    amount,
    reversed,
    declined_at: declined ? at : null,
  });

  test.each([
    ['none', [part(100n, 0n)]],
    ['none', [part(0n, 0n)]],
    ['partly_reversed', [part(100n, 1n)]],
    ['partly_reversed', [part(100n, 100n), part(100n, 0n)]],
    ['reversed', [part(100n, 100n)]],
    ['reversed', [part(100n, 100n, true), part(50n, 50n)]],
    ['declined', [part(100n, 100n, true), part(50n, 50n, true)]],
  ] as const)('is %s of %o', (reversal, rows) => {
    expect(moneyOf(rows, 'USD').reversal).toBe(reversal);
  });

  test('and what is left are always the gross, in any number of lines', () => {
    const line = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.integer({ min: 0, max: 100 }))
      .map(([amount, share]) => part(amount, (amount * BigInt(share)) / 100n));
    fc.assert(
      fc.property(fc.array(line), (rows) => {
        const money = moneyOf(rows, 'USD');
        expect(BigInt(money.net.amount) + BigInt(money.reversed.amount)).toBe(BigInt(money.amount.amount));
        expect(BigInt(money.net.amount)).toBeGreaterThanOrEqual(0n);
      }),
    );
  });
});

test.each([
  ['pending', 'self_purchase', true],
  ['pending', null, false],
  ['available', 'self_purchase', false],
  ['reversed', 'self_purchase', false],
])('a commission that is %s for the reason %s is on hold: %s', (state, reason, expected) => {
  expect(isHeld([{ state, held_reason: reason }])).toBe(expected);
});

test('an order is on hold when one of its commissions is, and one without commissions is not', () => {
  const held = { state: 'pending', held_reason: 'order_review' };
  expect([isHeld([]), isHeld([{ state: 'paid', held_reason: null }, held])]).toEqual([false, true]);
});

test('a hold ends after 30 days, but never before the commission would be available anyway', () => {
  const after = (days: number) => new Date(at.getTime() + days * day);
  expect(holdExpiry(at, after(10))).toEqual(after(30));
  expect(holdExpiry(at, after(45))).toEqual(after(45));
});
