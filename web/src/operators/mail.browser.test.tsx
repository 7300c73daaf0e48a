import { readMail } from '@vitrine/contract/operators.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { MailSheet } from './MailSheet.tsx';

async function showMail(text: string, more: Partial<DataOf<typeof readMail>> = {}): Promise<void> {
  const mail: DataOf<typeof readMail> = {
    id: '00000000-0000-7000-8000-000000000001',
    recipient: 'ava@creators.test',
    kind: 'payouts.paid',
    subject: 'Your payout',
    state: 'failed',
    attempts: 3,
    failure: 'Mailbox full',
    created_at: '2026-01-05T15:30:00.000Z',
    sent_at: null,
    text,
    html_url: 'about:blank',
    link: null,
    resend_obstacle: text === '' ? 'deleted' : null,
    ...more,
  };
  answerCalls(readMail, () => ({ data: mail }));
  await show(<MailSheet mailId={mail.id} isSending onClose={() => undefined} />);
}

test('an email that failed shows its text and can be sent again', async () => {
  await showMail('You were paid.');
  await expect.element(page.getByText('You were paid.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send again' })).toBeVisible();
});

test('a sent email is sent again only after its address was confirmed', async () => {
  await showMail('You were paid.', { state: 'sent', sent_at: '2026-01-05T15:31:00.000Z', failure: null });
  await page.getByRole('button', { name: 'Send again' }).click();
  const question = page.getByText(/^Send this email again to/);
  await expect
    .element(question)
    .toHaveTextContent('Send this email again to ava@creators.test? Links in it that work only once may have expired.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(question.query()).toBeNull();
});

test('a sent email with an access link can’t be sent again and says why', async () => {
  await showMail('Choose a password', { state: 'sent', resend_obstacle: 'link' });
  await expect.element(page.getByText(/because its link is no longer stored/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Send again' }).query()).toBeNull();
});

test('an email whose text was deleted says so and can’t be sent again', async () => {
  await showMail('');
  await expect.element(page.getByText('The text of this email was deleted because of its age.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Send again' }).query()).toBeNull();
  expect(page.getByRole('radio', { name: 'Preview' }).query()).toBeNull();
});
