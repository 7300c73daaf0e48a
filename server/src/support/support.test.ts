import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPortal } from '@vitrine/contract/accounts.ts';
import { answerTicket, listOperatorTickets, listTickets, openTicket, readOperator } from '@vitrine/contract/support.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { createApp } from '../app.ts';
import { nextCursor } from '../platform/http/cursor.ts';

let world: World;
let ava: Client;
let noor: Client;
let operator: Client;

beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  noor = await world.signIn('noor@creators.test');
  operator = await world.signIn('operator@vitrine.test');
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const context = { route: '/earnings', version: '0.1.0', browser: 'Mozilla/5.0 (test)' };

async function report(subject: string): Promise<string> {
  const answer = await ava.call(openTicket, {
    body: { kind: 'problem', subject, body: 'The page stays empty after I press the button.', context },
  });
  expect(answer.status).toBe(201);
  return answer.data.id;
}

test("a problem report keeps the sender's route, version and browser (S12)", async () => {
  const id = await report('An empty page');
  const mine = await ava.call(listTickets, {});
  expect(mine.data.find((ticket) => ticket.id === id)).toMatchObject({ kind: 'problem', state: 'open', context });
});

test('the operator sees the sender and answers; the answer is emailed and shown with the report (S12)', async () => {
  const id = await report('Where is my money?');
  const waiting = await operator.call(listOperatorTickets, {});
  expect(waiting.data.find((ticket) => ticket.id === id)?.sender).toMatchObject({
    display_name: 'Ava Lindqvist',
    email: 'ava@creators.test',
  });
  const answer = 'It is in the return window.\n\nLook at Earnings.';
  const answered = await operator.call(answerTicket, { params: { ticket_id: id }, body: { answer } });
  expect(answered.data).toMatchObject({ state: 'answered', answer });
  const mine = await ava.call(listTickets, {});
  expect(mine.data.find((ticket) => ticket.id === id)).toMatchObject({ state: 'answered', answer });
  const mails = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').selectAll().where('kind', '=', 'ticket_answer').execute(),
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ recipient: 'ava@creators.test', subject: 'Re: Where is my money?' });
  expect(mails[0]?.text).toContain('It is in the return window.');
  const open = await operator.call(listOperatorTickets, {});
  expect(open.data.some((ticket) => ticket.id === id)).toBe(false);
});

test('of ten concurrent answers one is stored, and one email is sent', async () => {
  const id = await report('Ten answers');
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      operator.call(answerTicket, { params: { ticket_id: id }, body: { answer: `Answer ${index}` } }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.problem.code === 'conflict')).toHaveLength(9);
  const mails = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').select('id').where('subject', '=', 'Re: Ten answers').execute(),
  );
  expect(mails).toHaveLength(1);
});

test('a user sees only their own reports', async () => {
  await report('Only mine');
  expect((await noor.call(listTickets, {})).data).toEqual([]);
});

test("a user's reports are paged, each once", async () => {
  for (const subject of ['one', 'two', 'three']) await report(`Page ${subject}`);
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof ava.call<typeof listTickets>>> = await ava.call(listTickets, {
      query: { limit: 2, ...(cursor && { cursor }) },
    });
    seen.push(...page.data.map((ticket) => ticket.id));
    cursor = page.meta.next_cursor;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThanOrEqual(3);
});

test('a report that is too short is refused by field', async () => {
  const answer = await ava.call(openTicket, { body: { kind: 'help', subject: 'x', body: 'y' } });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.problem.errors ?? {}).sort()).toEqual(['body', 'subject']);
});

describe('public information about the installation', () => {
  test('names who runs it in its legal texts (S25)', async () => {
    expect((await world.anonymous.call(readOperator, {})).data).toEqual({
      name: 'the operator of 127.0.0.1',
      email: 'legal@127.0.0.1',
      address: null,
      law: null,
    });
  });

  test('allows no foreign page in a frame without a help form (S12)', async () => {
    const answer = await world.app.inject('/api/v1/portal');
    expect(answer.json()).toEqual({ data: { google: false, support_form_url: null } });
    expect(answer.headers['content-security-policy']).toContain("frame-src 'self';");
  });

  test('includes the help form, whose host is the only one that can be framed (S12)', async () => {
    const supportFormUrl = 'https://forms.example/help?x=1';
    const { fastify } = await createApp({
      ...world.ctx,
      metrics: new Registry(),
      config: { ...world.ctx.config, supportFormUrl },
    });
    const answer = await fastify.inject('/api/v1/portal');
    expect(answer.json<{ data: unknown }>().data).toEqual({ google: false, support_form_url: supportFormUrl });
    expect(answer.headers['content-security-policy']).toContain("frame-src 'self' https://forms.example;");
    await fastify.close();
    expect((await world.anonymous.call(readPortal, {})).data.support_form_url).toBeNull();
  });
});

test('refuses a cursor that is not ours by name', async () => {
  const cursor = nextCursor(world.clock.now(), 'no id of ours');
  for (const answer of [
    await ava.call(listTickets, { query: { cursor } }),
    await operator.call(listOperatorTickets, { query: { cursor } }),
  ])
    expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, ['cursor']]);
});
