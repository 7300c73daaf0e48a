import type pg from 'pg';
import { hashBrowserMark } from '../platform/browser.mark.ts';
import { agentOf } from '../hits/agent.ts';
import { classOf, isCounted, classRulesVersion, type HitVerdict } from '../hits/classify.ts';
import { rebuildDay } from '../figures/rebuild.ts';
import { clickOfUuid, firstIdOf } from '../hits/click-id.ts';
import { inTransaction } from '../figures/transaction.ts';
import { type Counted, countedKey, markDuplicates, type Repeatable } from '../hits/duplicates.ts';
import {
  readCountedBefore,
  readStoredHits,
  type Reclassed,
  type StoredHit,
  writeVerdicts,
} from './recompute.queries.ts';
import { fewestCandidates, floodOf } from './flood.ts';
import { correctionOf, readCandidates, readRepeats, readWindows, writeCorrections } from './flood.queries.ts';
import { isOwnPage, referrerOf } from '../hits/referrer.ts';

// Reclassifies stored hits with the current rules and rebuilds what is counted from them, one UTC day at a time, each
// in a transaction during which no drain runs. What is not stored with a hit (the query, the logged-in browser) is
// taken from the reason it got at the time.

const dayMs = 86_400_000;
const pageHits = 5_000;
/** More hits than a node can receive in ten minutes. */
const mostInWindow = 10_000_000;

export type Recomputed = { hits: number; changed: number };

/** Every day that the range touches is processed completely. Days without hits keep their figures. */
export async function recompute(
  pool: pg.Pool,
  options: { from: Date; to: Date; publicHost: string },
): Promise<Recomputed> {
  const total: Recomputed = { hits: 0, changed: 0 };
  const first = Math.floor(options.from.getTime() / dayMs) * dayMs;
  for (let day = first; day < options.to.getTime(); day += dayMs) {
    const range = { from: new Date(day), to: new Date(day + dayMs) };
    await inTransaction(pool, async (client) => {
      const { hits, changed } = await recomputeDay(client, range, options.publicHost);
      const floods = await recomputeFloods(client, range);
      if (hits > 0) await rebuildDay(client, range);
      total.hits += hits;
      total.changed += changed + floods;
    });
  }
  return total;
}

async function recomputeDay(
  client: pg.PoolClient,
  range: { from: Date; to: Date },
  publicHost: string,
): Promise<Recomputed> {
  const counted: Counted = new Map();
  for (const { linkId, at, visitor, browser } of await readCountedBefore(client, range.from)) {
    for (const mark of [visitor, browser]) counted.set(countedKey(linkId, mark), at);
  }
  const done: Recomputed = { hits: 0, changed: 0 };
  let after = firstIdOf(range.from.getTime());
  const before = firstIdOf(range.to.getTime());
  for (;;) {
    const page = await readStoredHits(client, after, before, pageHits);
    const last = page.at(-1);
    if (last === undefined) return done;
    const repeatables = page.map((hit) => repeatableOf(hit, publicHost));
    markDuplicates(repeatables, counted);
    const changes = page.flatMap((hit, place) => changeOf(hit, repeatables[place]?.verdict));
    await writeVerdicts(client, changes);
    done.hits += page.length;
    done.changed += changes.length;
    after = last.id;
  }
}

/** Judges every window of the day as the drain does. Windows divide a day evenly, so none is cut. */
async function recomputeFloods(client: pg.PoolClient, { from, to }: { from: Date; to: Date }): Promise<number> {
  let changed = 0;
  for (const window of await readWindows(client, from.getTime(), to.getTime(), fewestCandidates)) {
    const [candidates = []] = await readCandidates(client, [window], mostInWindow);
    const [repeats = []] = await readRepeats(client, [window]);
    const all = [...candidates, ...repeats].toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const found = floodOf(all);
    const corrections = candidates.flatMap((hit) => correctionOf(hit, found.get(hit.id)) ?? []);
    await writeCorrections(client, corrections);
    changed += corrections.length;
  }
  return changed;
}

function repeatableOf(hit: StoredHit, publicHost: string): Repeatable {
  const verdict = classOf({
    method: hit.method,
    purpose: hit.purpose,
    agent: agentOf(hit.userAgent),
    isMarkedPreview: hit.reason === 'preview_parameter',
    isFromOwnPages: hit.reason === 'own_pages' || isOwnPage(referrerOf(hit.referrer), [publicHost]),
    isOwnBrowser: hit.reason === 'own_browser',
  });
  const { linkId, at, windowMs, browser, visitor } = hit;
  const isUnsigned = hit.browserMark === 'unsigned';
  return { linkId, at, windowMs, browser, isUnsigned, visitor, verdict, sentBrowser: isGiven(hit) ? '' : browser };
}

/** Whether the mark was set with the answer to this hit. Before marks were signed, its id was the hit's own. */
function isGiven({ id, browser, browserMark }: StoredHit): boolean {
  if (browserMark !== '') return browserMark === 'given';
  return browser === hashBrowserMark(clickOfUuid(id));
}

function changeOf(hit: StoredHit, verdict: HitVerdict | undefined): Reclassed[] {
  if (verdict === undefined) return [];
  // Whether a person's click belongs to a flood is decided later, from its whole window.
  const isUnderFlood = hit.class === 'flood' && verdict.class === 'human';
  const { device, browser: browserName, system, app } = agentOf(hit.userAgent);
  const isSame =
    (isUnderFlood || (hit.class === verdict.class && hit.reason === verdict.reason)) &&
    hit.rulesVersion === classRulesVersion &&
    hit.app === app &&
    hit.device === device &&
    hit.browserName === browserName &&
    hit.system === system;
  if (isSame) return [];
  const kept = isUnderFlood ? { class: hit.class, reason: hit.reason, counted: false } : undefined;
  return [{ id: hit.id, ...verdict, counted: isCounted(verdict), ...kept, device, browserName, system, app }];
}
