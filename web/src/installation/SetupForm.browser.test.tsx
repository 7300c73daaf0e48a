import { setUp } from '@vitrine/contract/installation.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { SetupForm } from './SetupForm.tsx';

const name = () => page.getByRole('textbox', { name: 'Your name' });
const email = () => page.getByRole('textbox', { name: 'Email' });
const password = () => page.getByLabelText('Password', { exact: true });
const create = () => page.getByRole('button', { name: 'Create operator' }).click();

async function open() {
  const [onDone, onDead] = [vi.fn(), vi.fn()];
  await show(<SetupForm code="vto_code" onDone={onDone} onDead={onDead} />);
  return { onDone, onDead };
}

async function fill() {
  await name().fill('Olu Adeyemi');
  await email().fill('olu@portal.test');
  await password().fill('three quiet windows');
}

test('an empty form names each field, and the first one gets the focus', async () => {
  await open();
  await create();
  await expect.element(name()).toHaveAccessibleDescription('Please enter your name.');
  await expect.element(email()).toHaveAccessibleDescription('Please enter an email address like name@example.com.');
  await expect.element(password()).toHaveAccessibleDescription('Please choose a password of at least 8 characters.');
  await expect.element(name()).toHaveFocus();
});

test.each([
  ['email', email, /^This address already belongs to another account\./],
  ['password', password, /^That password is too easy to guess\./],
] as const)('a refused %s gets the focus and its reason, without an alert', async (field, box, reason) => {
  answerCalls(setUp, () => refusal('validation_failed', { [field]: ['is refused'] }));
  const { onDone } = await open();
  await fill();
  await create();
  await expect.element(box()).toHaveAccessibleDescription(reason);
  await expect.element(box()).toHaveFocus();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(onDone).not.toHaveBeenCalled();
});

test('the second person sees that someone else was faster, and what they typed stays', async () => {
  const calls = answerCalls(setUp, () => refusal('setup_done'));
  const { onDone, onDead } = await open();
  await fill();
  await create();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Someone else set up this installation just now.');
  await expect.element(email()).toHaveValue('olu@portal.test');
  expect(calls[0]?.body).toMatchObject({ code: 'vto_code', name: 'Olu Adeyemi', email: 'olu@portal.test' });
  expect([onDone.mock.calls.length, onDead.mock.calls.length]).toEqual([0, 0]);
});

test('a code that no longer works leaves the form', async () => {
  answerCalls(setUp, () => refusal('setup_code_dead'));
  const { onDead } = await open();
  await fill();
  await create();
  await expect.poll(() => onDead.mock.calls.length).toBe(1);
});
