import { describe, expect, test } from 'vitest';
import { testPool } from '../../world/database.ts';
import { uuidOfClick } from '../hits/click-id.ts';
import { createBatches } from './drain.batch.ts';
import { crowdHitOf, windowsOf } from './drain.flood.ts';
import { type Counted, markDuplicates } from '../hits/duplicates.ts';
import { floodCorpus, type History } from './flood.corpus.testing.ts';
import { floodOf } from './flood.ts';
import { prepareHit, type PreparedHit } from './hit.prepare.ts';
import type { HitRecord } from '../hits/hit.record.ts';
import { createLinkTable } from '../redirector/link.table.ts';
import { expectAgreement, openScene, silent } from '../redirector.testing.ts';
import { recompute } from './recompute.ts';
import { openRedirectPool } from '../redirector/redirect.pool.ts';

const start = Date.UTC(2026, 10, 20, 8);
const merchant = { id: 'm', clickParameter: 'vt_click', cookieSeconds: 1_800, duplicateMinutes: 30, disabled: false };

function ownerOf(code: string) {
  return { id: code, isLive: true, account: { id: 'a', creatorId: 'c', merchant } };
}

/** The hits of a history as the drain would classify them if it had them all at once. */
function classed(records: readonly HitRecord[]): PreparedHit[] {
  const surroundings = { countries: () => '', publicHost: 'portal.example', saltOf: () => 'salt' };
  const hits = records.map((record) => prepareHit(record, ownerOf(record.code), surroundings));
  const counted: Counted = new Map();
  markDuplicates(hits, counted);
  for (const { hits: its } of windowsOf(hits).values()) {
    const found = floodOf(its.map(crowdHitOf).toSorted((one, other) => (one.id < other.id ? -1 : 1)));
    for (const hit of its) {
      const reason = found.get(hit.id);
      if (reason !== undefined) hit.verdict = { class: 'flood', reason };
    }
  }
  return hits;
}

type Score = { flood: number; counted: number };

function scoresOf(histories: readonly History[], isAttack: boolean): Map<string, Score> {
  const scores = new Map<string, Score>();
  for (const history of histories.filter((each) => each.isAttack === isAttack)) {
    const score = scores.get(history.kind) ?? { flood: 0, counted: 0 };
    for (const { verdict } of classed(history.hits)) {
      if (verdict.class === 'flood') score.flood += 1;
      if (verdict.class === 'human') score.counted += 1;
    }
    scores.set(history.kind, score);
  }
  return scores;
}

function sum(scores: Map<string, Score>, part: keyof Score): number {
  return [...scores.values()].reduce((total, score) => total + score[part], 0);
}

describe.each([
  { name: 'the seed that the rule was made with', seed: 11 },
  { name: 'a seed that was held out', seed: 20_261_122 },
])('floods and crowds of $name', ({ seed }) => {
  test('are classified with precision ≥ 0.98 and recall ≥ 0.9 by hit', () => {
    const histories = floodCorpus(seed, 7, start);
    expect(histories.length).toBeGreaterThanOrEqual(200);
    const attacks = scoresOf(histories, true);
    const crowds = scoresOf(histories, false);
    const precision = sum(attacks, 'flood') / (sum(attacks, 'flood') + sum(crowds, 'flood'));
    const recall = sum(attacks, 'flood') / (sum(attacks, 'flood') + sum(attacks, 'counted'));
    const missed = [...attacks].filter(([, { counted }]) => counted > 0);
    const wronged = [...crowds].filter(([, { flood }]) => flood > 0);
    const report = [
      `seed ${seed}: ${histories.length} histories, precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`,
      ...missed.map(([kind, { flood, counted }]) => `  missed: ${counted} of ${counted + flood} hits of "${kind}"`),
      ...wronged.map(([kind, { flood, counted }]) => `  wronged: ${flood} of ${counted + flood} hits of "${kind}"`),
    ];
    process.stdout.write(`${report.join('\n')}\n`);
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  }, 120_000);
});

test('the drain reaches the same classes batch by batch, and the recount finds nothing to change', async () => {
  await using scene = await openScene();
  for (let link = 0; link < 280; link += 1) await scene.addLink(`link${link}`);
  const histories = floodCorpus(5, 1, start);
  const records = histories
    .flatMap(({ hits }) => hits)
    .toSorted((one, other) => (uuidOfClick(one.clickId) < uuidOfClick(other.clickId) ? -1 : 1));
  const pool = openRedirectPool(scene.url, silent);
  const store = createBatches({ pool, table: createLinkTable(), countries: () => '', publicHost: 'portal.example' });
  for (let from = 0; from < records.length; from += 150) await store(records.slice(from, from + 150), 'node-1', 256);

  const expected = new Map<string, string>();
  for (const { hits } of histories)
    classed(hits).forEach(({ verdict }, place) =>
      expected.set(uuidOfClick(hits[place]?.clickId ?? ''), `${verdict.class} ${verdict.reason}`),
    );
  const stored = await scene.query<{ id: string; class: string; reason: string }>('select id, class, reason from hits');
  expect(stored).toHaveLength(expected.size);
  expect(stored.filter((hit) => expected.get(hit.id) !== `${hit.class} ${hit.reason}`)).toEqual([]);
  expect(stored.filter((hit) => hit.class === 'flood').length).toBeGreaterThan(2_000);
  await expectAgreement(scene);
  const day = { from: new Date(start), to: new Date(start + 1), publicHost: 'portal.example' };
  expect(await recompute(pool, day)).toEqual({ hits: stored.length, changed: 0 });
  await expectAgreement(scene);
  await pool.end();
}, 120_000);

test('a batch that is repeated after a crash changes nothing', async () => {
  await using scene = await openScene();
  await scene.addLink('link0');
  const [burst] = floodCorpus(5, 1, start);
  const pool = testPool(scene.url);
  const store = createBatches({ pool, table: createLinkTable(), countries: () => '', publicHost: 'portal.example' });
  const figures = () => scene.query('select class, reason, count(*)::int as n from hits group by 1, 2 order by 1, 2');
  for (const batch of [burst?.hits.slice(0, 100) ?? [], burst?.hits.slice(50) ?? []]) {
    await store(batch, 'node-1', 256);
    const before = await figures();
    await store(batch, 'node-1', 256);
    expect(await figures()).toEqual(before);
  }
  expect((await figures()).map((row) => ('class' in row ? row.class : ''))).toEqual(['flood']);
  await expectAgreement(scene);
  await pool.end();
});

test('a neighbor who sends a language is not part of a flood that sends none', () => {
  const hit = (place: number, address: string, language: string) => ({
    id: String(place).padStart(32, '0'),
    at: start + place * 900,
    address,
    browser: `browser ${place}`,
    agent: 'one phone',
    language,
    isDesktop: false,
    isRepeat: false,
  });
  const flood = Array.from({ length: 240 }, (_, place) => hit(place, `host ${place % 6}`, ''));
  const neighbor = hit(120.5, 'home', 'sv-SE');
  const found = floodOf([...flood, neighbor].toSorted((one, other) => one.at - other.at));
  expect(new Set(flood.map(({ id }) => found.get(id)))).toEqual(new Set(['no_language']));
  expect(found.get(neighbor.id)).toBeUndefined();
});
