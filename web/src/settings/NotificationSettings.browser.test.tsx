import {
  changeNotificationSettings,
  type NotificationSetting,
  readNotificationSettings,
} from '@vitrine/contract/notifications.settings.ts';
import { readPushDevices } from '@vitrine/contract/notifications.push.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';

const sale: NotificationSetting = { topic: 'sale', email: 'daily', batched: true, push: true };
const payout: NotificationSetting = { topic: 'payout', email: 'now', batched: false, push: true };
const social: NotificationSetting = { topic: 'social', email: 'now', batched: false, push: null };

beforeEach(() => {
  answerCalls(readPushDevices, () => ({ data: { public_key: 'key', devices: [] } }));
});

test('what can be many is emailed at once, once a day or never; everything else is on or off', async () => {
  const saved: unknown[] = [];
  let settings = [sale, payout, social];
  answerCalls(readNotificationSettings, () => ({ data: settings }));
  answerCalls(changeNotificationSettings, ({ body }) => {
    saved.push(body);
    settings = settings.map((each) =>
      each.topic === body.topic ? { ...each, email: body.email ?? each.email } : each,
    );
    return { data: settings };
  });
  await show(<NotificationSettings />);
  const sales = page.getByRole('combobox', { name: 'Sales by email' });
  await expect.element(sales).toHaveValue('daily');
  await sales.selectOptions('Off');
  await expect.element(sales).toHaveValue('off');
  const payouts = page.getByRole('switch', { name: 'Payouts and commissions by email' });
  await payouts.click();
  await expect.element(payouts).not.toBeChecked();
  expect(saved).toEqual([
    { topic: 'sale', email: 'off' },
    { topic: 'payout', email: 'off' },
  ]);
  // Security has no switch.
  await expect.element(page.getByRole('row', { name: /Account and security.*Always/ })).toBeVisible();
});

test('a change that is refused is taken back, and says why', async () => {
  answerCalls(readNotificationSettings, () => ({ data: [payout] }));
  answerCalls(changeNotificationSettings, () => refusal('forbidden'));
  await show(<NotificationSettings />);
  const payouts = page.getByRole('switch', { name: 'Payouts and commissions by email' });
  await payouts.click();
  await expect.element(page.getByRole('status')).toBeVisible();
  await expect.element(payouts).toBeChecked();
});

test('two changes right after each other are both shown at once, and are saved one after the other', async () => {
  const saved: unknown[] = [];
  const held = Promise.withResolvers<void>();
  let settings = [payout, social];
  answerCalls(readNotificationSettings, () => ({ data: settings }));
  answerCalls(changeNotificationSettings, async ({ body }) => {
    saved.push(body);
    await held.promise;
    settings = settings.map((each) => (each.topic === body.topic ? { ...each, email: 'off' } : each));
    return { data: settings };
  });
  await show(<NotificationSettings />);
  const payouts = page.getByRole('switch', { name: 'Payouts and commissions by email' });
  const accounts = page.getByRole('switch', { name: 'Social accounts by email' });
  await payouts.click();
  await accounts.click();
  await expect.element(accounts).not.toBeChecked();
  await expect.element(payouts).not.toBeChecked();
  expect(saved).toEqual([{ topic: 'payout', email: 'off' }]);
  held.resolve();
  await expect.poll(() => saved).toHaveLength(2);
  await expect.element(accounts).not.toBeChecked();
  await expect.element(payouts).not.toBeChecked();
});

test('with a device, each kind is also pushed or not, except what is only emailed', async () => {
  const saved: unknown[] = [];
  const device = { id: 'd_1', browser: 'Chrome', system: 'Mac', added_at: '2026-11-26T10:00:00.000Z', current: false };
  answerCalls(readPushDevices, () => ({ data: { public_key: 'key', devices: [device] } }));
  answerCalls(readNotificationSettings, () => ({ data: [sale, social] }));
  answerCalls(changeNotificationSettings, ({ body }) => {
    saved.push(body);
    return { data: [{ ...sale, push: false }, social] };
  });
  await show(<NotificationSettings />);
  const sales = page.getByRole('switch', { name: 'Sales by push' });
  await sales.click();
  await expect.element(sales).not.toBeChecked();
  expect(saved).toEqual([{ topic: 'sale', push: false }]);
  expect(page.getByRole('switch', { name: 'Social accounts by push' }).query()).toBeNull();
});

test('an operator has nothing to turn off', async () => {
  answerCalls(readNotificationSettings, () => ({ data: [] }));
  await show(<NotificationSettings />, { role: 'operator' });
  await expect.element(page.getByText(/about your account’s security/)).toBeVisible();
  expect(page.getByRole('table').query()).toBeNull();
});
