import { type Application, decideApplications, readApplication } from '@vitrine/contract/applications.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { ApplicationSheet } from './ApplicationSheet.tsx';

const iris: Application = {
  id: 'ap_1',
  name: 'Iris Vale',
  email: 'iris@apply.test',
  has_account: false,
  state: 'waiting',
  created_at: '2026-11-20T12:00:00.000Z',
  decided_at: null,
  reason: null,
  by_rule: false,
  message: '',
  answers: [],
  rule: null,
};
const owner = {
  staff_of: [
    { id: 'm_1', slug: 'glow-lab', display_name: 'Glow Lab', role: 'owner' as const, time_zone: 'UTC', pause: null },
  ],
};

async function approve(invitationUrl: string | null) {
  let { state } = iris;
  answerCalls(readApplication, () => ({ data: { ...iris, state } }));
  answerCalls(decideApplications, () => {
    state = 'approved';
    const result = 'approved' as const;
    return { data: [{ application_id: 'ap_1', result, message: '', invitation_url: invitationUrl }] };
  });
  const onClose = vi.fn<() => void>();
  await show(<ApplicationSheet merchant="glow-lab" id="ap_1" onClose={onClose} />, owner);
  await page.getByRole('button', { name: 'Approve and invite' }).click();
  return onClose;
}

test('without a mail server, the link of an approved applicant stays on the screen to be handed over', async () => {
  const onClose = await approve('https://portal.example/start-invite#vti_1');
  const sheet = page.getByRole('dialog');
  await expect.element(sheet).toMatchTextContent('give it only to iris@apply.test');
  await expect.element(sheet).toMatchTextContent('https://portal.example/start-invite#vti_1');
  expect(onClose).not.toHaveBeenCalled();
});

test('an applicant who is invited by email needs nothing more', async () => {
  const onClose = await approve(null);
  await expect.element(page.getByText('Answer sent.')).toBeVisible();
  expect(onClose).toHaveBeenCalledOnce();
});
