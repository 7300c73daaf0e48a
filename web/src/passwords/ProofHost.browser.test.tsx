import { confirmProof } from '@vitrine/contract/two-factor.proofs.ts';
import { readTwoFactor } from '@vitrine/contract/two-factor.ts';
import { createApiKey } from '@vitrine/contract/merchants.ts';
import { stepUp } from '@vitrine/contract/passwords.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { call } from '../api/call.ts';
import { answerCalls, refusal } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { ProofHost } from './ProofHost.tsx';

const dialog = () => page.getByRole('dialog', { name: 'Confirm it’s you' });
const twoFactor = (on: boolean) => ({
  data: {
    on_since: on ? '2026-11-01T00:00:00.000Z' : null,
    app_since: on ? '2026-11-01T00:00:00.000Z' : null,
    passkeys: [],
    passkey_host: null,
    recovery_codes_left: on ? 10 : 0,
    is_required: false,
    is_missing: false,
  },
});

/** A key that the server makes only with this proof. */
function demand(proof: string, otherwise: () => ReturnType<typeof refusal>) {
  return answerCalls(createApiKey, ({ body }) =>
    'proof' in body && body.proof === proof ? ({ data: { key: 'vtk_1' } } as never) : otherwise(),
  );
}
const create = () =>
  call(createApiKey, { params: { merchant: 'glow-lab' }, body: { name: 'Shop', scopes: ['orders:write'] } });
const inAWhile = () => new Date(Date.now() + 300_000).toISOString();

test('a call that needs the password asks for it, goes on, and doesn’t ask again for the next one', async () => {
  answerCalls(readTwoFactor, () => twoFactor(false));
  answerCalls(stepUp, () => ({ data: { proof: 'vts_1', expires_at: inAWhile() } }));
  const calls = demand('vts_1', () => refusal('step_up_needed'));
  await show(<ProofHost />);
  const created = create();
  await expect.element(dialog().getByLabelText('Your password')).toHaveFocus();
  await dialog().getByLabelText('Your password').fill('three quiet windows');
  await dialog().getByRole('button', { name: 'Continue' }).click();
  expect((await created).data.key).toBe('vtk_1');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect((await create()).data.key).toBe('vtk_1');
  expect(calls.map(({ body }) => 'proof' in body)).toEqual([false, true, true]);
});

test('a wrong password is said at the field, and the call waits', async () => {
  answerCalls(readTwoFactor, () => twoFactor(false));
  answerCalls(stepUp, () => refusal('validation_failed', { password: ['is wrong'] }));
  const calls = demand('vts_2', () => refusal('step_up_needed'));
  await show(<ProofHost />);
  const created = create().catch((error: unknown) => error);
  await dialog().getByLabelText('Your password').fill('a guess');
  await dialog().getByRole('button', { name: 'Continue' }).click();
  await expect
    .element(dialog().getByLabelText('Your password'))
    .toHaveAccessibleDescription(/That’s not your password/);
  await dialog().getByRole('button', { name: 'Close' }).click();
  expect(await created).toMatchObject({ code: 'step_up_needed' });
  expect(calls).toHaveLength(1);
});

test('with two-factor login the code is asked for too, and only the code if the password was given', async () => {
  answerCalls(readTwoFactor, () => twoFactor(true));
  const confirmed = answerCalls(confirmProof, () => ({ data: { confirmed: true } as const }));
  answerCalls(createApiKey, () =>
    confirmed.length > 0 ? ({ data: { key: 'vtk_3' } } as never) : refusal('second_factor_needed'),
  );
  await show(<ProofHost />);
  const created = call(createApiKey, {
    params: { merchant: 'glow-lab' },
    body: { name: 'Shop', scopes: ['orders:write'], proof: 'vts_half' },
  });
  await expect.element(dialog().getByLabelText('Your password')).not.toBeInTheDocument();
  await dialog().getByLabelText('Code from your authenticator app').fill('123456');
  await dialog().getByRole('button', { name: 'Continue' }).click();
  expect((await created).data.key).toBe('vtk_3');
  expect(confirmed.map(({ body }) => body)).toEqual([{ proof: 'vts_half', code: '123456' }]);
});
