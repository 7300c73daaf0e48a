// Random visits and sales, as plain objects that a test can count by itself.

export const now = new Date('2026-11-20T15:20:00Z');
const dayMs = 86_400_000;

export type CountedVisit = {
  id: string;
  kind: 'click' | 'view';
  at: number;
  isCounted: boolean;
  creator: string;
  group: string;
  link: string;
  product: string;
  country: string;
  device: string;
  channel: string;
};
export type SaleLine = {
  order: string;
  at: number;
  creator: string;
  group: string;
  link: string;
  code: string;
  product: string;
  country: string;
  device: string;
  channel: string;
  sales: number;
  commission: number;
  isNew: boolean;
};

/** Pseudo-random with a fixed seed, so that a failure can be reproduced. */
export function randomFrom(start: number) {
  let seed = start;
  const chance = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    return (seed >>> 0) / 4_294_967_296;
  };
  return { chance, pick: <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T };
}

export type SeededChance = ReturnType<typeof randomFrom>;

/** App and site, and the channel that they are. */
export const origins = (ownHost: string) =>
  [
    { app: '', host: '', channel: 'direct' },
    { app: 'instagram', host: '', channel: 'instagram' },
    { app: '', host: 'l.instagram.com', channel: 'instagram' },
    { app: '', host: 'www.google.co.uk', channel: 'search' },
    { app: '', host: 'mail.google.com', channel: 'email' },
    { app: '', host: 'blog.example', channel: 'site' },
    { app: '', host: ownHost, channel: 'storefront' },
    { app: 'twitter', host: 't.co', channel: 'x' },
  ] as const;

/** More often near a midnight, where a wrong edge would show. */
export function someInstant({ chance, pick }: SeededChance): number {
  const at = now.getTime() - chance() ** 2 * 130 * dayMs;
  if (chance() < 0.5) return Math.floor(at);
  const midnight = Math.round(at / dayMs) * dayMs + pick([0, 5, 18.25, 13, 10]) * 3_600_000;
  return Math.min(midnight + pick([-1, 0, 1]), now.getTime());
}

export type SellingLink = { creator: string; creatorId: string; group: string; link: string; product: string };
