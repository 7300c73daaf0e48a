// Tells clicks that machines make in numbers from a crowd of people. Both can come from one address: behind a
// carrier's or a stadium's address are hundreds of people, who use the same few phones and apps, arrive irregularly,
// and send their language. All that is judged are stored columns of one window (a network, a storefront, ten minutes
// of the clock), in the order of time, so that the same rows give the same classes whenever they are judged.

export const windowMs = 600_000;
/** So many candidates and repeats of a window are looked at, the earliest first. */
export const evidence = { candidates: 800, repeats: 400 };
/** Fewer candidates than this are never a flood. */
export const fewestCandidates = 12;

export type FloodReason =
  | 'one_browser_many_links'
  | 'no_language'
  | 'changing_agents'
  | 'machine_rhythm'
  | 'too_fast'
  | 'network_no_language'
  | 'network_changing_agents'
  | 'network_machine_rhythm'
  | 'network_too_fast'
  | 'too_many';

/** A hit by a person's browser as far as it can be seen alone: a candidate, or a repeat of one. */
export type CrowdHit = {
  /** A UUIDv7 without hyphens: it sorts by time. */
  id: string;
  at: number;
  address: string;
  /** Its mark if it sent one, else its visitor of the day. */
  browser: string;
  agent: string;
  language: string;
  isDesktop: boolean;
  isRepeat: boolean;
};

type Limits = {
  noLanguage: number;
  agents: number;
  desktopAgents: number;
  rhythm: number;
  perSecond: number;
  perTenSeconds: number;
};

const ofAddress: Limits = {
  noLanguage: fewestCandidates,
  agents: 50,
  desktopAgents: 25,
  rhythm: 30,
  perSecond: 60,
  perTenSeconds: 150,
};
const ofNetwork: Limits = {
  noLanguage: 60,
  agents: 150,
  desktopAgents: 40,
  rhythm: 60,
  perSecond: 150,
  perTenSeconds: 400,
};
/** A network is judged as a whole only where its hits come from this many addresses. */
const fewestAddresses = 4;
const linksPerMinute = 40;
/** From a full window, hits after the evidence are a flood if one address sent this many of it. */
const mostOfOneAddress = 600;

const shareWithoutLanguage = 0.8;
/** Of people's agents, many come twice. */
const shareOfRepeatedAgents = 0.04;
const shareOfDistinctDesktops = 0.4;
/** Standard deviation of the gaps between hits, in mean gaps. People who arrive at random are near 1. */
const regularity = 0.35;
const shortestGapMs = 20;

/** The candidates of one window that belong to a flood, by id, each with the reason. `hits` are in the order of time. */
export function floodOf(hits: readonly CrowdHit[]): Map<string, FloodReason> {
  const found = new Map<string, FloodReason>();
  const candidates = hits.filter(({ isRepeat }) => !isRepeat);
  if (candidates.length < fewestCandidates) return found;
  const seen = evidenceOf(hits);
  const addresses = new Map(
    [...groupsOf(seen, addressOf)].map(([address, its]) => [address, reasonOf(its, ofAddress)]),
  );
  const network = addresses.size < fewestAddresses ? undefined : reasonOf(seen, ofNetwork);
  const networkReason = network === undefined ? undefined : (`network_${network}` as const);
  const greedy = new Set(greedyBrowsers(seen));
  const crowded = crowdedAddress(seen);
  candidates.forEach((hit, place) => {
    const isBeyond = place >= evidence.candidates;
    const reason =
      (greedy.has(hit.browser) ? 'one_browser_many_links' : undefined) ??
      addresses.get(hit.address) ??
      networkReason ??
      (isBeyond && hit.address === crowded ? 'too_many' : undefined);
    if (reason !== undefined) found.set(hit.id, reason);
  });
  return found;
}

function evidenceOf(hits: readonly CrowdHit[]): CrowdHit[] {
  const left = { ...evidence };
  return hits.filter(({ isRepeat }) => (isRepeat ? left.repeats-- : left.candidates--) > 0);
}

function addressOf(hit: CrowdHit): string {
  return hit.address;
}

function groupsOf(hits: readonly CrowdHit[], keyOf: (hit: CrowdHit) => string): Map<string, CrowdHit[]> {
  const groups = new Map<string, CrowdHit[]>();
  for (const hit of hits) {
    const group = groups.get(keyOf(hit));
    if (group === undefined) groups.set(keyOf(hit), [hit]);
    else group.push(hit);
  }
  return groups;
}

type PlainReason = 'no_language' | 'changing_agents' | 'machine_rhythm' | 'too_fast';

/** Why some beginning of these hits is no crowd of people; what comes later never takes a reason back. */
function reasonOf(hits: readonly CrowdHit[], limits: Limits): PlainReason | undefined {
  const agents = createAgents();
  const times: number[] = [];
  const allTimes: number[] = [];
  let withoutLanguage = 0;
  for (const hit of hits) {
    agents.add(hit);
    allTimes.push(hit.at);
    if (hit.language === '') withoutLanguage += 1;
    if (hit.isRepeat) continue;
    times.push(hit.at);
    if (times.length >= limits.noLanguage && withoutLanguage >= shareWithoutLanguage * allTimes.length)
      return 'no_language';
    if (agents.areMadeUp(limits)) return 'changing_agents';
    if (isFast(times, limits)) return 'too_fast';
    if (times.length >= limits.rhythm / 2 && isRegular(allTimes, limits.rhythm)) return 'machine_rhythm';
  }
  return undefined;
}

function createAgents() {
  const counts = new Map<string, number>();
  const desktops = new Set<string>();
  let repeated = 0;
  let desktopHits = 0;
  return {
    add({ agent, isDesktop }: CrowdHit): void {
      const count = (counts.get(agent) ?? 0) + 1;
      counts.set(agent, count);
      if (count === 2) repeated += 1;
      if (!isDesktop) return;
      desktopHits += 1;
      desktops.add(agent);
    },
    /** Every hit another browser, or more kinds of desktop browsers than one place has. */
    areMadeUp: (limits: Limits): boolean =>
      (counts.size >= limits.agents && repeated <= shareOfRepeatedAgents * counts.size) ||
      (desktops.size >= limits.desktopAgents && desktops.size >= shareOfDistinctDesktops * desktopHits),
  };
}

function isFast(times: readonly number[], { perSecond, perTenSeconds }: Limits): boolean {
  const last = times.at(-1) ?? 0;
  const within = (count: number, ms: number): boolean => last - (times.at(-count) ?? Number.NEGATIVE_INFINITY) < ms;
  return within(perSecond, 1_000) || within(perTenSeconds, 10_000);
}

function isRegular(times: readonly number[], count: number): boolean {
  if (times.length <= count) return false;
  const last = times.slice(-count - 1);
  const gaps = last.slice(1).map((at, place) => at - (last[place] ?? at));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / count;
  if (mean < shortestGapMs) return false;
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / count;
  return Math.sqrt(variance) < regularity * mean;
}

/** Browsers that followed more links within a minute than a person can. */
function greedyBrowsers(hits: readonly CrowdHit[]): string[] {
  const groups = groupsOf(
    hits.filter(({ isRepeat }) => !isRepeat),
    ({ browser }) => browser,
  );
  return [...groups].flatMap(([browser, its]) => {
    const isGreedy = its.some((hit, place) => {
      const earlier = its[place - linksPerMinute];
      return earlier !== undefined && hit.at - earlier.at < 60_000;
    });
    return isGreedy ? [browser] : [];
  });
}

function crowdedAddress(seen: readonly CrowdHit[]): string | undefined {
  const candidates = seen.filter(({ isRepeat }) => !isRepeat);
  if (candidates.length < evidence.candidates) return undefined;
  return [...groupsOf(candidates, addressOf)].find(([, its]) => its.length >= mostOfOneAddress)?.[0];
}
