// Distinguishes clicks made by machines in large numbers from a crowd of people. Both can come from one address: a
// carrier's or a stadium's address has hundreds of people behind it, who use the same few phones and apps, arrive
// irregularly, and send their language. The rule reads only stored columns of one window (a network, a storefront, ten
// minutes of the clock), in time order, so that the same rows always give the same classes.

export const windowMs = 600_000;
/** The most candidates and repeats of a window that are examined, earliest first. */
export const evidence = { candidates: 800, repeats: 400 };
/** With fewer candidates it is never a flood. */
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

/** A hit that looks like a person's browser on its own: a candidate, or a repeat of one. */
export type CrowdHit = {
  /** A UUIDv7 without hyphens, which sorts by time. */
  id: string;
  at: number;
  address: string;
  /** The mark that it sent, or else its visitor of the day. */
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
/** A network is judged as a whole only if its hits come from at least this many addresses. */
const fewestAddresses = 4;
const linksPerMinute = 40;
/** In a full window, later hits of an address are a flood if that address sent at least this many of those examined. */
const mostOfOneAddress = 600;

const shareWithoutLanguage = 0.8;
/** Among people, at least this share of user agents occurs twice. */
const shareOfRepeatedAgents = 0.04;
const shareOfDistinctDesktops = 0.4;
/** Standard deviation of the gaps between hits, divided by the mean gap. For random arrivals it is near 1. */
const regularity = 0.35;
const shortestGapMs = 20;

/** The candidates of one window that belong to a flood, by id, each with the reason. `hits` are in time order. */
export function floodOf(hits: readonly CrowdHit[]): Map<string, FloodReason> {
  const found = new Map<string, FloodReason>();
  const candidates = hits.filter(({ isRepeat }) => !isRepeat);
  if (candidates.length < fewestCandidates) return found;
  const seen = evidenceOf(hits);
  const addresses = new Map(
    [...groupsOf(seen, addressOf)].map(([address, its]) => [address, reasonOf(its, ofAddress)]),
  );
  const network = addresses.size < fewestAddresses ? undefined : reasonOf(seen, ofNetwork);
  const greedy = new Set(greedyBrowsers(seen));
  const crowded = crowdedAddress(seen);
  // A hit with a language, from an address where most hits have one, only shares the network with those that have none.
  const ofNetworkIn = ({ language }: CrowdHit) =>
    network === undefined || (network === 'no_language' && language !== '')
      ? undefined
      : (`network_${network}` as const);
  candidates.forEach((hit, place) => {
    const isBeyond = place >= evidence.candidates;
    const reason =
      (greedy.has(hit.browser) ? 'one_browser_many_links' : undefined) ??
      addresses.get(hit.address) ??
      ofNetworkIn(hit) ??
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

/** The reason why the first of these hits, up to some point, can't be a crowd of people; later hits never cancel it. */
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
    /** Every hit has a new browser, or there are more kinds of desktop browsers than one place has. */
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

/** Browsers that clicked more links within a minute than a person can. */
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
