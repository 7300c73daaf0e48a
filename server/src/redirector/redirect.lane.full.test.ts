import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClickIds } from '../hits/click-id.ts';
import { noNames } from './link.names.ts';
import { createLinkTable } from './link.table.ts';
import { clickOf, testMarks, visit } from '../redirector.testing.ts';
import { createProxies } from '../platform/http/proxies.ts';
import { createRedirectLane, type LaneCounts } from './redirect.lane.ts';
import { shippedVariants } from '../platform/variants/variants.testing.ts';

// The lane with a journal that the test controls.

const counts: LaneCounts = {
  clicks: 0,
  heads: 0,
  notRecorded: 0,
  unknown: 0,
  disabled: 0,
  takenDown: 0,
  limited: 0,
  previews: 0,
  refused: 0,
};
let callbacks: ((recorded: boolean) => void)[] = [];
let server: Server;
let origin: string;

beforeAll(async () => {
  const table = createLinkTable();
  const merchant = { id: 'm', clickParameter: 'vt_click', cookieSeconds: 1_800, duplicateMinutes: 30, disabled: false };
  table.setMerchant(merchant);
  const row = {
    id: 'l',
    merchantId: 'm',
    merchantAccountId: 'a',
    creatorId: 'c',
    disabled: false,
    takenDown: null,
    version: 1,
  };
  table.setLink({ ...row, code: 'shirt', destination: 'https://shop.example/p?a=1#top' });
  const lane = createRedirectLane({
    table,
    counts,
    journal: { append: (_record, callback) => callbacks.push(callback) },
    lookUp: async () => undefined,
    names: async () => noNames,
    proxies: createProxies([]),
    nextClickId: createClickIds(),
    now: () => 1_795_000_000_000,
    isSecure: false,
    browserMarks: testMarks,
    variants: shippedVariants,
  });
  server = createServer((request, response) => void lane(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function completeNext(recorded: boolean): Promise<void> {
  await expect.poll(() => callbacks.length).toBe(1);
  for (const callback of callbacks.splice(0)) callback(recorded);
}

test('no byte of the answer is sent before the record is on disk', async () => {
  let isAnswered = false;
  const answer = visit(origin, '/s/shirt').then((answered) => {
    isAnswered = true;
    return answered;
  });
  await expect.poll(() => callbacks.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isAnswered).toBe(false);
  await completeNext(true);
  expect(clickOf(await answer)).toHaveLength(22);
});

test('when the journal cannot be written the shopper is redirected without a click id, and that is counted', async () => {
  const before = counts.notRecorded;
  const answer = visit(origin, '/s/shirt?utm_source=ig&vt_click=forged');
  await completeNext(false);
  expect(await answer).toMatchObject({
    status: 302,
    headers: { location: 'https://shop.example/p?a=1&utm_source=ig#top' },
  });
  expect((await answer).headers['set-cookie']).toBeUndefined();
  expect(counts.notRecorded).toBe(before + 1);
});

test('the page for an unknown code does not wait for the disk', async () => {
  expect((await visit(origin, '/s/nobody')).status).toBe(404);
  callbacks = [];
});
