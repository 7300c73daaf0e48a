import { openTicket } from '@vitrine/contract/support.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refusal, saved, answerCalls } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { TicketForm } from './TicketForm.tsx';

const subject = () => page.getByRole('textbox', { name: 'Title' });
const body = () => page.getByRole('textbox', { name: 'What happened?' });
const send = () => page.getByRole('button', { name: 'Send' }).click();
const context = { route: '/ava/links', version: '0.1.0', browser: 'Chromium' };

const open = () =>
  show(<TicketForm kind="problem" subjectLabel="Title" bodyLabel="What happened?" context={context} />);

test('sends the report with the details it shows, confirms it and clears the form', async () => {
  const calls = answerCalls(openTicket, saved);
  await open();
  await expect.element(page.getByRole('region', { name: 'Included details' })).toMatchTextContent('/ava/links');
  await subject().fill('Links are slow');
  await body().fill('The list takes long to load.');
  await send();
  await expect.element(page.getByText('Thanks! We got it and will reply by email.')).toBeVisible();
  expect(calls.map((call) => call.body)).toEqual([
    { kind: 'problem', subject: 'Links are slow', body: 'The list takes long to load.', context },
  ]);
  await expect.element(subject()).toHaveValue('');
  await expect.element(body()).toHaveValue('');
});

test.each([
  ['nothing', '', ''],
  ['two letters and nine', 'ab', 'too short'],
  ['only spaces', '      ', '                '],
])('%s is refused at both fields before anything is sent', async (_what, title, text) => {
  await open();
  await subject().fill(title);
  await body().fill(text);
  await send();
  await expect.element(subject()).toHaveAccessibleDescription('Please enter a title of 3 to 120 characters.');
  await expect.element(body()).toHaveAccessibleDescription('Please describe it in 10 to 4,000 characters.');
  await expect.element(subject()).toHaveFocus();
});

test('what was typed stays when it could not be sent, and can be sent again', async () => {
  let isBusy = true;
  const calls = answerCalls(openTicket, () => (isBusy ? refusal('busy') : saved()));
  await open();
  await subject().fill('Links are slow');
  await body().fill('The list takes long to load.');
  await send();
  await expect.element(page.getByRole('alert')).toMatchTextContent('We’re busy right now.');
  await expect.element(body()).toHaveValue('The list takes long to load.');
  isBusy = false;
  await send();
  await expect.element(page.getByText('Thanks! We got it and will reply by email.')).toBeVisible();
  expect(calls).toHaveLength(2);
});

test('a field that only the server refuses gets the focus and its reason, without a second alert', async () => {
  answerCalls(openTicket, () => refusal('validation_failed', { subject: ['must not contain control characters'] }));
  await open();
  await subject().fill('Links are slow');
  await body().fill('The list takes long to load.');
  await send();
  await expect.element(subject()).toHaveAttribute('aria-invalid', 'true');
  await expect.element(subject()).toHaveFocus();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
