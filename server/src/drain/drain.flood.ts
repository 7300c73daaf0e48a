import type { PreparedHit } from './hit.prepare.ts';
import { type CrowdHit, evidence, fewestCandidates, floodOf } from './flood.ts';
import {
  type Correction,
  correctHits,
  correctionOf,
  type FloodWindow,
  isDesktop,
  readCandidates,
  readRepeats,
  type StoredCrowdHit,
  windowOf,
} from './flood.queries.ts';
import type { Queryable } from '../platform/database/queryable.ts';

// Classifies the windows that a batch's clicks are in, together with their stored hits. A click that was counted before
// its flood was recognizable is corrected in the same transaction.

type Arriving = { window: FloodWindow; hits: PreparedHit[] };

export async function markFloods(db: Queryable, hits: readonly PreparedHit[]): Promise<void> {
  const arriving = [...windowsOf(hits).values()].filter((each) => each.hits.some(isCandidate));
  if (arriving.length === 0) return;
  const stored = await readCandidates(
    db,
    arriving.map(({ window }) => window),
    evidence.candidates,
  );
  const crowds = arriving
    .map((each, place) => ({ ...each, stored: stored[place] ?? [] }))
    .filter(({ hits: its, stored: known }) => its.filter(isCandidate).length + known.length >= fewestCandidates);
  const repeats = await readRepeats(
    db,
    crowds.map(({ window }) => window),
  );
  const corrections = crowds.flatMap((crowd, place) => judge(crowd.hits, crowd.stored, repeats[place] ?? []));
  await correctHits(db, corrections);
}

function isCandidate({ verdict }: PreparedHit): boolean {
  return verdict.class === 'human';
}

export function windowsOf(hits: readonly PreparedHit[]): Map<string, Arriving> {
  const windows = new Map<string, Arriving>();
  for (const hit of hits) {
    if (hit.address === '' || hit.network === '') continue;
    if (hit.verdict.class !== 'human' && hit.verdict.class !== 'duplicate') continue;
    const window = windowOf(hit.merchantAccountId, hit.network, hit.at);
    const key = `${window.accountId} ${window.network} ${window.from}`;
    const known = windows.get(key);
    if (known === undefined) windows.set(key, { window, hits: [hit] });
    else known.hits.push(hit);
  }
  return windows;
}

/** Sets the verdicts of the batch's hits and returns the corrections of stored ones. */
function judge(
  hits: readonly PreparedHit[],
  stored: readonly StoredCrowdHit[],
  repeats: readonly StoredCrowdHit[],
): Correction[] {
  const known = new Set([...stored, ...repeats].map(({ id }) => id));
  // A batch that is repeated after a crash is already stored.
  const fresh = hits.filter(({ id }) => !known.has(plainId(id)));
  const all = [...stored, ...repeats, ...fresh.map(crowdHitOf)].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const found = floodOf(all);
  for (const hit of fresh) {
    const reason = found.get(plainId(hit.id));
    if (reason !== undefined) hit.verdict = { class: 'flood', reason };
  }
  return stored.flatMap((hit) => correctionOf(hit, found.get(hit.id)) ?? []);
}

function plainId(id: string): string {
  return id.replaceAll('-', '');
}

export function crowdHitOf(hit: PreparedHit): CrowdHit {
  return {
    id: plainId(hit.id),
    at: hit.at,
    address: hit.address,
    browser: hit.sentBrowser === '' ? hit.visitor : hit.sentBrowser,
    agent: hit.userAgent,
    language: hit.language,
    isDesktop: isDesktop(hit.device),
    isRepeat: !isCandidate(hit),
  };
}
