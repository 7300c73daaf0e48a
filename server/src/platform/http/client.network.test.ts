import { expect, test } from 'vitest';
import { clientNetwork, wideNetwork } from './client.network.ts';

test.each([
  ['198.51.100.7', '198.51.100.7', '198.51.100.0/24'],
  ['198.51.100.250', '198.51.100.250', '198.51.100.0/24'],
  ['::ffff:198.51.100.7', '198.51.100.7', '198.51.100.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1:ffff::', '2001:db8:1::/48'],
])('%s is the client %s in the network %s', (address, client, network) => {
  expect(clientNetwork(address)).toBe(client);
  expect(wideNetwork(address)).toBe(network);
});
