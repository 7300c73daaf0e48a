import type { Balance } from '@vitrine/contract/commissions.ts';
import { type CashOut, requestPayout } from '@vitrine/contract/payouts.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal, answerCalls } from '../calls.testing.ts';
import { glowLabAccount, show } from '../components.testing.tsx';
import { activateLocale } from '../locales/texts.ts';
import { loadTexts } from '../locales/texts.ts';
import { CashOutSheet } from './CashOutSheet.tsx';

const money = (amount: string, currency = 'USD') => ({ amount, currency });
const at = '2026-11-20T12:00:00.000Z';
const standing: CashOut = {
  currency: 'USD',
  current: money('10152'),
  carried: money('0'),
  commissions: 3,
  minimum: money('2500'),
  missing: money('0'),
  in_the_way: [],
  method: {
    id: 'pm',
    kind: 'bank',
    country: 'FR',
    holder_name: 'Ava Moreau',
    hint: 'FR ···0185',
    created_at: at,
    usable_from: at,
  },
  schedule: 'on_request',
};
const balance: Balance = {
  merchant_account_id: glowLabAccount.id,
  merchant_display_name: 'Glow Lab',
  currency: 'USD',
  current: money('10152'),
  pending: money('0'),
  processing: money('0'),
  paid: money('0'),
  payout_minimum: money('2500'),
  next_maturing: null,
  blocked_by: null,
};
const payout = {
  id: 'p1',
  merchant_account_id: glowLabAccount.id,
  merchant_display_name: 'Glow Lab',
  amount: money('10152'),
  carried: money('0'),
  commissions: 3,
  state: 'requested' as const,
  monthly: false,
  hint: 'FR ···0185',
  reference: null,
  failure: null,
  requested_at: at,
  approved_at: null,
  sent_at: null,
  paid_at: null,
  ended_at: null,
};

const closed = vi.fn<() => void>();
const amount = () => page.getByRole('textbox', { name: 'Amount (optional)' });
const request = () => page.getByRole('button', { name: 'Request payout' });

async function open(changed: Partial<CashOut> = {}) {
  closed.mockReset();
  await show(<CashOutSheet balance={balance} standing={{ ...standing, ...changed }} onClose={closed} />);
}

test('shows what is paid, by whom, for how much, and to which bank', async () => {
  await open();
  const sheet = page.getByRole('dialog', { name: 'Cash out' });
  await expect.element(sheet).toMatchTextContent('FromGlow Lab');
  await expect.element(sheet).toMatchTextContent('3 commissions$101.52');
  await expect.element(sheet).toMatchTextContent('ToFR ···0185');
});

test('what earlier refunds take off is a line of its own, and the commissions are shown before it', async () => {
  await open({ current: money('9152'), carried: money('-1000'), commissions: 1 });
  const sheet = page.getByRole('dialog');
  await expect.element(sheet).toMatchTextContent('1 commission$101.52');
  await expect.element(sheet).toMatchTextContent('Minus corrections and refunds− $10.00');
});

test('a blank amount asks for everything and says so when it is done', async () => {
  const calls = answerCalls(requestPayout, () => ({ data: payout }));
  await open();
  await request().click();
  await expect.element(page.getByText('Payout of $101.52 requested. We’ve told the brand.')).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([{ currency: 'USD' }]);
  expect(closed).toHaveBeenCalledTimes(1);
});

describe('an amount', () => {
  test.each([
    ['50', '5000'],
    ['$1,0.5', undefined],
    ['25', '2500'],
    ['101.52', '10152'],
    ['101,52', '10152'],
    ['  60.5  ', '6050'],
    ['24.99', undefined],
    ['101.53', undefined],
    ['0', undefined],
    ['-50', undefined],
    ['50.001', undefined],
    ['fifty', undefined],
    ['9'.repeat(40), undefined],
  ])('of “%s” is sent as %s', async (typed, sent) => {
    const calls = answerCalls(requestPayout, () => ({ data: payout }));
    await open();
    await amount().fill(typed);
    await request().click();
    if (sent === undefined) {
      await expect
        .element(amount())
        .toHaveAccessibleDescription(/^Please enter an amount from \$25\.00 to \$101\.52, or leave this blank\./);
      await expect.element(amount()).toHaveFocus();
      expect(calls).toEqual([]);
    } else {
      await expect.poll(() => calls.map(({ body }) => body.at_most)).toEqual([sent]);
    }
  });

  test.each(['0', '101.53'])('of “%s” is too low or too high without a minimum, which isn’t named', async (typed) => {
    const calls = answerCalls(requestPayout, () => ({ data: payout }));
    await open({ minimum: money('0') });
    await amount().fill(typed);
    await request().click();
    await expect
      .element(amount())
      .toHaveAccessibleDescription(/^Please enter an amount up to \$101\.52, or leave this blank\./);
    expect(calls).toEqual([]);
    await amount().fill('0.50');
    await request().click();
    await expect.poll(() => calls.map(({ body }) => body.at_most)).toEqual(['50']);
  });

  test('in yen has no decimals', async () => {
    const calls = answerCalls(requestPayout, () => ({ data: payout }));
    const yen = (value: string) => money(value, 'JPY');
    await open({ currency: 'JPY', current: yen('9000'), minimum: yen('1000'), carried: yen('0') });
    await amount().fill('1000.5');
    await request().click();
    await expect.element(amount()).toHaveAttribute('aria-invalid', 'true');
    await amount().fill('1000');
    await request().click();
    await expect.poll(() => calls.map(({ body }) => body)).toEqual([{ currency: 'JPY', at_most: '1000' }]);
  });

  test('that holds too few whole commissions is explained, and the amount stays', async () => {
    answerCalls(requestPayout, () => refusal('validation_failed', { at_most: ['holds no whole commission'] }));
    await open();
    await amount().fill('30');
    await request().click();
    await expect.element(amount()).toHaveAccessibleDescription(/this amount is too low/);
    await expect.element(amount()).toHaveValue('30');
    expect(closed).not.toHaveBeenCalled();
  });
});

test('a payout that is in the way is announced and leaves the sheet open', async () => {
  answerCalls(requestPayout, () => refusal('payout_in_the_way'));
  await open();
  await request().click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('This payout can’t be requested right now.');
  expect(closed).not.toHaveBeenCalled();
});

test('a second press while it is sent asks only once', async () => {
  const answer = Promise.withResolvers<{ data: typeof payout }>();
  const calls = answerCalls(requestPayout, () => answer.promise);
  await open();
  request().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(request()).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  answer.resolve({ data: payout });
  await expect.poll(() => closed.mock.calls.length).toBe(1);
  expect(calls).toHaveLength(1);
});

test('in Spanish it speaks Spanish, with its money and plurals', async () => {
  await loadTexts('earnings');
  await activateLocale('es');
  await open({ commissions: 1 });
  await expect.element(page.getByRole('button', { name: 'Solicitar pago' })).toBeVisible();
  await expect.element(page.getByRole('dialog')).toMatchTextContent('1 comisión101,52');
});
