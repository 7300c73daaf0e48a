import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../world/world.ts';
import { isUnknownPage } from './portal.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test.each([
  ['/pages/terms-of-use', false],
  ['/pages/nothing', true],
  ['/pages/__proto__', true],
  ['/pages/constructor?a=1', true],
  ['/pages/hasOwnProperty', true],
  ['/login', false],
])('%s is an unknown page: %s', (url, isUnknown) => {
  expect(isUnknownPage(url)).toBe(isUnknown);
});

test.each([
  ['a range beyond its end', { range: 'bytes=99999999-' }, 200],
  ['a failing If-Match', { 'if-match': '"x"' }, 409],
  ['an older If-Unmodified-Since', { 'if-unmodified-since': 'Mon, 01 Jan 1990 00:00:00 GMT' }, 409],
])('a file requested with %s does not cause a 5xx', async (_what, headers, status) => {
  const answer = await world.app.inject({ url: '/assets/shop.css', headers });
  expect(answer.statusCode).toBe(status);
});
