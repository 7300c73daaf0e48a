import { fastify } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendProblem } from './http/problems.ts';
import { createLog } from './log.ts';
import { createSparseLog } from './sparse.log.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('the first fact is written at once, and of the others the latest of each interval with a count', () => {
  const written: string[] = [];
  const report = createSparseLog(1_000);
  const say = (n: number) => report({ n }, (fact, leftOut) => written.push(`${JSON.stringify(fact)} +${leftOut}`));
  for (let n = 1; n <= 5; n += 1) say(n);
  expect(written).toEqual(['{"n":1} +0']);
  vi.advanceTimersByTime(1_000);
  expect(written).toEqual(['{"n":1} +0', '{"n":5} +3']);
  say(6);
  vi.advanceTimersByTime(1_000);
  vi.advanceTimersByTime(1_000);
  say(7);
  expect(written.slice(2)).toEqual(['{"n":6} +0', '{"n":7} +0']);
});

test('a hundred requests that are refused in an outage are two lines, with the number of those left out', async () => {
  const lines: { msg: string; left_out: number }[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) });
  await using app = fastify({ loggerInstance: log });
  app.setErrorHandler(sendProblem);
  app.get('/', () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  });
  const answers = await Promise.all(Array.from({ length: 100 }, () => app.inject('/')));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  vi.advanceTimersByTime(1_000);
  expect(lines.map(({ left_out }) => left_out)).toEqual([0, 98]);
});
