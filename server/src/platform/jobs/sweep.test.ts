import { pino } from 'pino';
import { expect, test } from 'vitest';
import { doAll } from './sweep.ts';

const merchantId = '00000000-0000-7000-8000-000000000000';
const found = ['one', 'two', 'three'].map((id) => ({ merchantId, id }));

/** What a sweep did and logged, if the second thing fails so. */
async function sweep(failure: Error) {
  const lines: string[] = [];
  const done: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const work = async ({ id }: { id: string }) => {
    if (id === 'two') throw failure;
    done.push(id);
  };
  const result = await doAll({ log }, found, work, { failure: 'could not do it' }).catch((error: unknown) => error);
  return { result, done, logged: lines.length };
}

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

test('a failure is logged and holds up no other', async () => {
  expect(await sweep(new Error('a fault'))).toEqual({ result: 2, done: ['one', 'three'], logged: 1 });
});

test('a lock that is not available concerns one thing only', async () => {
  const failure = withCode('canceling statement due to lock timeout', '55P03');
  expect(await sweep(failure)).toEqual({ result: 2, done: ['one', 'three'], logged: 1 });
});

test.each([
  new Error('Connection terminated unexpectedly'),
  new Error('driver has already been destroyed'),
  withCode('server login has been failing, try again later (server_login_retry)', '08P01'),
])('a database that is away ends the sweep: %s', async (failure) => {
  expect(await sweep(failure)).toEqual({ result: failure, done: ['one'], logged: 0 });
});

test('lanes work beside each other, and each takes the next when it is done', async () => {
  const log = pino({ level: 'silent' });
  const gates = new Map(found.map(({ id }) => [id, Promise.withResolvers<void>()]));
  const begun: string[] = [];
  const work = async ({ id }: { id: string }) => {
    begun.push(id);
    await gates.get(id)?.promise;
  };
  const swept = doAll({ log }, found, work, { failure: 'could not do it', lanes: 2 });
  expect(begun).toEqual(['one', 'two']);
  gates.get('two')?.resolve();
  await expect.poll(() => begun).toEqual(['one', 'two', 'three']);
  for (const { resolve } of gates.values()) resolve();
  expect(await swept).toBe(3);
});
