import { setPayoutMethod } from '@vitrine/contract/payouts.ts';
import { stepUp } from '@vitrine/contract/passwords.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { refusal, saved, answerCalls } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { BankForm } from './BankForm.tsx';

const closed = vi.fn<() => void>();
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const password = () => page.getByLabelText('Your password');
const country = () => page.getByRole('combobox', { name: 'Bank country' });
const save = () => page.getByRole('button', { name: 'Save bank details' }).click();

async function open() {
  closed.mockReset();
  await show(<BankForm replaces={false} onClose={closed} />);
}

const proven = () =>
  answerCalls(stepUp, () => ({ data: { proof: 'a-proof', expires_at: '2026-11-22T12:05:00.000Z' } }));

test('starts in the country of the browser with the creator’s name', async () => {
  await open();
  await expect.element(country()).toHaveValue('US');
  await expect.element(field('Account holder')).toHaveValue('Ava Moreau');
});

test.each([
  ['US', ['Routing number', 'Account number']],
  ['FR', ['IBAN']],
  ['JP', ['BIC (SWIFT code)', 'Account number']],
])('asks in %s for %j', async (code, names) => {
  await open();
  await country().selectOptions(code);
  for (const name of ['IBAN', 'Routing number', 'BIC (SWIFT code)', 'Account number'])
    if (names.includes(name)) await expect.element(field(name)).toBeVisible();
    else await expect.element(field(name)).not.toBeInTheDocument();
});

test('an empty form names each missing field and asks nobody', async () => {
  await open();
  await field('Account holder').clear();
  await save();
  for (const name of ['Account holder', 'Routing number', 'Account number'])
    await expect.element(field(name)).toHaveAccessibleDescription(/^Please fill in this field\./);
  await expect.element(password()).toHaveAccessibleDescription(/^Please enter your password\./);
  await expect.element(field('Account holder')).toHaveFocus();
});

test.each([
  ['a wrong digit', 'FR7630006000011234567890188'],
  ['the IBAN of another country', 'DE89370400440532013000'],
  ['a sentence', 'my bank account'],
])('an IBAN with %s is refused before anything is sent', async (_what, iban) => {
  await open();
  await country().selectOptions('FR');
  await field('IBAN').fill(iban);
  await password().fill('correct horse');
  await save();
  await expect.element(field('IBAN')).toHaveAccessibleDescription(/^This isn’t a valid IBAN for that country\./);
});

test('sends only the fields of the country, with the proof, and says so', async () => {
  const proofs = proven();
  const calls = answerCalls(setPayoutMethod, saved);
  await open();
  await field('Routing number').fill('021000021');
  await country().selectOptions('FR');
  await field('IBAN').fill('FR76 3000 6000 0112 3456 7890 189');
  await password().fill('correct horse');
  await save();
  await expect.element(page.getByText('Bank details saved. We’ve emailed you a confirmation.')).toBeVisible();
  expect(proofs.map(({ body }) => body)).toEqual([{ password: 'correct horse' }]);
  expect(calls.map(({ body }) => body)).toEqual([
    { country: 'FR', holder_name: 'Ava Moreau', iban: 'FR76 3000 6000 0112 3456 7890 189', proof: 'a-proof' },
  ]);
  expect(closed).toHaveBeenCalledTimes(1);
});

test('a wrong password is said at its field, and what was typed stays', async () => {
  answerCalls(stepUp, () => refusal('validation_failed', { password: ['is not your password'] }));
  await open();
  await field('Routing number').fill('021000021');
  await field('Account number').fill('123456789');
  await password().fill('wrong horse');
  await save();
  await expect.element(password()).toHaveAccessibleDescription(/^That’s not your password\./);
  await expect.element(password()).toHaveFocus();
  await expect.element(field('Routing number')).toHaveValue('021000021');
  expect(closed).not.toHaveBeenCalled();
});

test('what only the server knows is said at the field it names', async () => {
  proven();
  answerCalls(setPayoutMethod, () => refusal('validation_failed', { routing_number: ['is not a routing number'] }));
  await open();
  await field('Routing number').fill('021000022');
  await field('Account number').fill('123456789');
  await password().fill('correct horse');
  await save();
  await expect.element(field('Routing number')).toHaveAccessibleDescription(/^This isn’t a valid routing number\./);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a refusal of no field is announced', async () => {
  proven();
  answerCalls(setPayoutMethod, () => refusal('busy'));
  await open();
  await field('Routing number').fill('021000021');
  await field('Account number').fill('123456789');
  await password().fill('correct horse');
  await save();
  await expect.element(page.getByRole('alert')).toMatchTextContent('We’re busy right now.');
});
