import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describeAgent } from '../server/src/hits/agent.ts';
import { addToLoad, startLoad, storeHits } from '../server/src/drain/hits.queries.ts';
import type { PreparedHit } from '../server/src/drain/hit.prepare.ts';
import { findProfiles } from '../server/src/drain/profiles.ts';
import { newId } from '../server/src/platform/ids.ts';
import { redirectConnection } from '../server/src/redirector/redirect.pool.ts';
import { figuresOfHits } from '../server/src/figures/figures.sql.ts';
import type { BenchFigure } from './figure.ts';
import { measureHitBytes } from './hit.bytes.ts';
import { shoppers } from './redirect.load.ts';
import { processorSeconds } from './redirect.process.ts';
import { openStage } from './redirect.stage.ts';

// Database time of one click: the drain's whole statement, and the part that adds stored hits to the figures.

const links = 100_000;

type Owner = { id: string; merchant_id: string; merchant_account_id: string; creator_id: string };

const languages = ['en-US,en;q=0.9', 'de-DE,de;q=0.9', 'fr-FR,fr;q=0.9,en;q=0.8'];
const countries = ['US', 'DE', 'FR', 'GB', 'NL', 'SE', 'ES', 'CA'];

/** Most shoppers have the newest version of their browser or app. */
function variantOf(userAgent: string): string {
  const age = Math.floor(Math.random() ** 6 * 30);
  return userAgent
    .replace(/(iPhone OS 19_|Chrome\/1|Version\/19\.|Firefox\/1)\d+/, `$1${age}`)
    .replace(/(Instagram |musical_ly_)\d+/, `$1${400 - age}`);
}

function hitsOf(owners: readonly Owner[], count: number, at: number): PreparedHit[] {
  const people = shoppers(links, 200);
  return Array.from({ length: count }, (_, place) => {
    const owner = owners[Math.floor(Math.random() * owners.length)];
    const person = people[place % people.length];
    const userAgent = variantOf(person?.headers['User-Agent'] ?? '');
    const agent = describeAgent(userAgent);
    const isHuman = agent.machine === '';
    const verdict = isHuman
      ? { class: 'human' as const, reason: 'browser' }
      : { class: 'bot' as const, reason: agent.machine };
    return {
      id: newId(new Date(at + place)),
      at: at + place,
      linkId: owner?.id ?? '',
      merchantId: owner?.merchant_id ?? '',
      merchantAccountId: owner?.merchant_account_id ?? '',
      creatorId: owner?.creator_id ?? '',
      windowMs: 1_800_000,
      sentBrowser: '',
      browser: randomBytes(16).toString('hex'),
      visitor: randomBytes(16).toString('hex'),
      verdict,
      facts: { method: 'GET', purpose: '', agent, isMarkedPreview: false, isFromOwnPages: false, isOwnBrowser: false },
      method: 'GET',
      purpose: '',
      userAgent,
      language: languages[place % languages.length] ?? '',
      referrer: person?.headers['Referer'] ?? '',
      referrerHost: new URL(person?.headers['Referer'] ?? 'https://direct.example').host,
      utm: '{}',
      network: '203.0.113.0/24',
      address: randomBytes(8).toString('hex'),
      browserMark: 'given' as const,
      isUnsigned: false,
      country: countries[place % countries.length] ?? '',
      device: agent.device,
      browserName: agent.browser,
      system: agent.system,
      app: agent.app,
    };
  });
}

async function measureAt(size: number, total: number): Promise<{ whole: number; fold: number; bytes: BenchFigure }> {
  await using stage = await openStage(links);
  const client = new pg.Client(redirectConnection(stage.url));
  await client.connect();
  await client.query('set role vitrine_redirect; set jit = off');
  await client.query('select prepare_hits(to_timestamp(1795000000))');
  const { rows: owners } = await client.query<Owner>(
    'select id, merchant_id, merchant_account_id, creator_id from links',
  );
  const foldText = `with of_batch as (select *, 1 as weight from hits where id = any($1)), ${figuresOfHits('of_batch')} select 1`;
  const { rows: backend } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const used = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await processorSeconds(backend[0]?.pid ?? 0);
    await work();
    return (await processorSeconds(backend[0]?.pid ?? 0)) - before;
  };
  let whole = 0;
  let fold = 0;
  let at = 1_795_000_000_000;
  const rounds = Math.ceil(total / size);
  for (let round = -3; round < rounds; round += 1) {
    const load = startLoad('bench');
    const hits = hitsOf(owners, size, at);
    at += size;
    const stored = await used(async () => {
      const profiles = await findProfiles(client, hits);
      for (const hit of hits) addToLoad(load, hit, 'bench', profiles.get(hit));
      await storeHits(client, load);
    });
    // The same hits again, read by their ids and added to the figures; the time includes finding them.
    const folded = await used(() => client.query({ name: 'fold', text: foldText, values: [hits.map(({ id }) => id)] }));
    if (round < 0) continue;
    whole += stored;
    fold += folded;
  }
  await client.query('reset role');
  await client.query('vacuum analyze');
  await client.query('set role vitrine_redirect');
  const bytes = await measureHitBytes(client, `stored in batches of ${size}`);
  await client.end();
  const hits = rounds * size;
  return { whole: (whole * 1e6) / hits, fold: (fold * 1e6) / hits, bytes };
}

export async function measureFolding(options: { quick: boolean }): Promise<BenchFigure[]> {
  const total = options.quick ? 15_000 : 60_000;
  const figures: BenchFigure[] = [];
  for (const size of options.quick ? [1_000] : [1_000, 5_000]) {
    const { whole, fold, bytes } = await measureAt(size, total);
    figures.push({
      name: `adding a click to all figures, batches of ${size}`,
      value: `${fold.toFixed(1)} µs`,
      yardstick: `with storing it: ${whole.toFixed(1)} µs`,
      ratio: '',
      goal: '≤ 25 µs',
      holds: fold <= 25,
    });
    figures.push(bytes);
  }
  return figures;
}
