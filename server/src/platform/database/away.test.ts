import { expect, test } from 'vitest';
import { isDatabaseAway } from './away.ts';

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error('as the driver says it'), { code, ...more });

test.each([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08006',
  '08P01',
  '53100',
  '53300',
  '57014',
  '58030',
  '55P03',
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])('%s means that the database is unavailable', (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(true);
});

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
])('"%s" means that the database is unavailable', (message) => {
  expect(isDatabaseAway(new Error(message))).toBe(true);
  expect(isDatabaseAway(new Error('while storing', { cause: new Error(message) }))).toBe(true);
  expect(isDatabaseAway(new AggregateError([new Error(message)]))).toBe(true);
});

test('a socket that a clean stop removed means that the database is unavailable', () => {
  expect(isDatabaseAway(withCode('ENOENT', { syscall: 'connect' }))).toBe(true);
});

test.each(['23505', '42P01', '22P02', '25P02', 'XX001', 'ENOENT', 'FST_ERR_CTP_BODY_TOO_LARGE'])(
  '%s does not mean that the database is unavailable',
  (code) => {
    expect(isDatabaseAway(withCode(code))).toBe(false);
  },
);
