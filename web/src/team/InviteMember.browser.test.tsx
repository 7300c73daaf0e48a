import { inviteStaff } from '@vitrine/contract/team.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { InviteMember } from './InviteMember.tsx';

const at = '2026-11-22T15:30:00.000Z';

test('the link for a new colleague comes with how to get another one', async () => {
  answerCalls(inviteStaff, () => ({
    data: {
      member: {
        uid: 'u_2',
        display_name: 'Noor Haddad',
        email: 'noor@glow.test',
        role: 'manager' as const,
        joined_at: at,
        last_seen_at: null,
        you: false,
      },
      link: { url: 'https://portal.example/reset-password?token=abc', expires_at: at },
    },
  }));
  await show(<InviteMember merchant="glow-lab" onClose={() => undefined} />);
  await page.getByLabelText('Name').fill('Noor Haddad');
  await page.getByLabelText('Email').fill('noor@glow.test');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect.element(page.getByText('https://portal.example/reset-password?token=abc')).toBeVisible();
  await expect
    .element(page.getByText(/lost or expires, they choose “Forgot password\?” on the login page/))
    .toBeVisible();
});
