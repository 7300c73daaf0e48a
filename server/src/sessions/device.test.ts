import { expect, test } from 'vitest';
import { deviceOf, networkText } from './device.ts';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['curl/8', '', ''],
])('%s is shown as %s, %s', (agent, browser, system) => {
  expect(deviceOf(agent)).toEqual({ browser, system });
});

test.each([
  ['198.51.100.7', '198.51.100.x'],
  ['::ffff:198.51.100.7', '198.51.100.x'],
  ['2001:db8:12:34::1', '2001:db8:12:…'],
  ['not an address', ''],
])('%s is stored as %s', (address, network) => {
  expect(networkText(address)).toBe(network);
});
