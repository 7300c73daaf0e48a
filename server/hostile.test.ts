import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseRichText } from '@vitrine/contract/values/rich-text.parser.ts';
import { hostileFamilies } from './hostile.testing.ts';
import { readList } from './src/adjustments/adjustments.lines.ts';
import { readProductTable } from './src/catalogue/catalogue.csv.ts';
import { feedTable } from './src/catalogue/feeds.table.ts';
import { textOfMarkup } from './src/catalogue/markup.ts';
import { describeAgent } from './src/hits/agent.ts';
import { readInvitees } from './src/invitations/bulk.list.ts';
import { readJson } from './src/platform/http/body.ts';
import { breakOf } from './src/platform/http/json.fault.ts';

// Twice the input is at most about twice the work. Work is counted, not timed: how often the engine entered each block of
// the code of the reader and of the libraries that it uses.

// Optimized code counts less, and becomes ordinary code again at any time.
setFlagsFromString('--no-opt');
setFlagsFromString('--no-maglev');
const session = new Session();
beforeAll(async () => {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});
afterAll(() => session.disconnect());

const ours = /\/(?:contract|server)\/src\/|htmlparser2|marked|papaparse|entities|bowser|isbot/;

async function workOf(read: () => unknown): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  try {
    await read();
  } catch {
    // A refusal is an answer too.
  }
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => ours.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    .reduce((sum, count) => sum + count, 0);
}

const header = 'sku,title,url,price\n';
const readFeed = async (text: string) => readProductTable(await feedTable(Buffer.from(text), 'application/xml'));

const readers: Readonly<Record<string, { read: (text: string) => unknown; length: number }>> = {
  'a feed': { read: readFeed, length: 6_000 },
  'a file below its header': { read: (text) => readFeed(header + text), length: 6_000 },
  'a JSON body': { read: readJson, length: 20_000 },
  'where a body breaks off': { read: breakOf, length: 20_000 },
  'a description in HTML': { read: textOfMarkup, length: 6_000 },
  'an announcement': { read: parseRichText, length: 1_000 },
  'a list of invitations': { read: readInvitees, length: 6_000 },
  'a list of bonuses': { read: (text) => readList(text, 'USD'), length: 6_000 },
  'a user agent': { read: (text) => describeAgent(`Mozilla/5.0 ${text}`), length: 2_000 },
};

describe.each(Object.keys(readers))('%s', (name) => {
  test.each(Object.keys(hostileFamilies))('takes work linear in its length: %s', async (family) => {
    const { read, length } = readers[name] ?? { read: () => undefined, length: 1 };
    const make = hostileFamilies[family] ?? (() => '');
    const [once, twice] = [await workOf(() => read(make(length))), await workOf(() => read(make(2 * length)))];
    expect(twice).toBeLessThanOrEqual(2.2 * once + 1_000);
  });
});
