/** Random numbers that are the same in every run: mulberry32 with a seed. */
export function seededChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Chance = () => number;

export function pick<T>(chance: Chance, from: readonly T[]): T {
  const found = from[Math.floor(chance() * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

/** Picks an entry; the first ones are more likely than the last ones. */
export function pickEarly<T>(chance: Chance, from: readonly T[]): T {
  const found = from[Math.floor(chance() ** 1.8 * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko)';

/** User agents and referrers of visitors, most common first. */
const clients = [
  {
    agent: `${iPhone} Mobile/23B85 Instagram 402.0.0.30.98 (iPhone17,1; iOS 19_1; en_US; en; scale=3.00; 1206x2622)`,
    referrer: 'https://l.instagram.com/',
  },
  { agent: `${iPhone} Version/19.1 Mobile/15E148 Safari/604.1`, referrer: '' },
  { agent: `${android} Chrome/142.0.0.0 Mobile Safari/537.36`, referrer: 'https://www.google.com/' },
  { agent: `${iPhone} Mobile/23B85 musical_ly_41.2.0 BytedanceWebview/d8a21c6`, referrer: 'https://www.tiktok.com/' },
  {
    agent: `${android} Version/4.0 Chrome/142.0.7444.48 Mobile Safari/537.36 Instagram 402.0.0.45.99 Android`,
    referrer: 'https://l.instagram.com/',
  },
  {
    agent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    referrer: 'https://www.youtube.com/',
  },
  {
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    referrer: 'https://www.pinterest.com/',
  },
  {
    agent:
      'Mozilla/5.0 (iPad; CPU OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
    referrer: '',
  },
] as const;

/** User agents of bots, whose hits are stored but not counted. */
const machines = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'WhatsApp/2.23.20.0',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
] as const;

const countries = ['US', 'US', 'US', 'FR', 'GB', 'CA', 'DE', 'ES', 'SE', 'AU', 'NL', 'MX'] as const;

export type Visit = { headers: Record<string, string>; isMachine: boolean };

/** One visitor: headers as a browser behind a proxy sends them. */
export function drawVisit(chance: Chance): Visit {
  const isMachine = chance() < 0.07;
  const client = pickEarly(chance, clients);
  const address = `203.0.${113 + Math.floor(chance() * 80)}.${1 + Math.floor(chance() * 250)}`;
  return {
    isMachine,
    headers: {
      'user-agent': isMachine ? pick(chance, machines) : client.agent,
      'accept-language': 'en-US,en;q=0.9',
      'x-forwarded-for': address,
      'cf-ipcountry': pickEarly(chance, countries),
      ...(client.referrer && !isMachine ? { referer: client.referrer } : {}),
    },
  };
}
