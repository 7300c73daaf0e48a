// Histories of creators, each generated from a seed: some are fraud, the others only look like it. They describe what
// people do, with figures drawn from ranges, not from the thresholds, so a few frauds are too small to be found.
import { type CreatorAccount, findDuplicates, findRings, type Purchase } from './fraud.creators.ts';
import {
  type CodeUsage,
  type CreatorHistory,
  dayMs,
  type HitBurst,
  hourMs,
  type SeenClick,
  type SeenOrder,
} from './fraud.facts.ts';
import { findPatterns } from './fraud.rules.ts';
import { canonicalEmail } from './email.canonical.ts';

export type Story = {
  name: string;
  /** The pattern of the fraud, or the pattern that the honest story resembles. */
  pattern: string;
  isFraud: boolean;
  history: CreatorHistory;
  /** A self-purchase, if any: addresses, and whether the click was in the creator's browser. */
  purchase: { creator: string; buyer: string; ownBrowser: boolean } | undefined;
  purchases: readonly Purchase[];
  accounts: readonly CreatorAccount[];
};

const start = Date.UTC(2026, 9, 1);
const minuteMs = 60_000;

export type Random = {
  whole(min: number, max: number): number;
  of<T>(list: readonly [T, ...T[]]): T;
  chance(share: number): boolean;
};

/** The same numbers for the same seed. */
function randomFrom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return { whole, of: (list) => list[whole(0, list.length - 1)] ?? list[0], chance: (share) => next() < share };
}

/** Writes the orders of one creator. */
export class Diary {
  readonly orders: SeenOrder[] = [];
  readonly codes: CodeUsage[] = [];
  readonly bursts: HitBurst[] = [];
  readonly purchases: Purchase[] = [];
  readonly accounts: CreatorAccount[] = [];
  purchase: Story['purchase'];
  #count = 0;
  readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  /** An order some time after a click. Unnamed fields are those of a new shopper. */
  add(at: number, more: Partial<SeenOrder> & { delay?: number; seen?: Partial<SeenClick> } = {}): SeenOrder {
    this.#count += 1;
    const name = `${this.#count}`;
    const { delay = this.random.whole(90_000, 5 * dayMs), seen, ...order } = more;
    const click: SeenClick = {
      at: new Date(at - delay),
      browser: `browser ${name}`,
      visitor: `visitor ${name}`,
      country: 'US',
      purpose: '',
      referrerHost: this.random.of(['www.instagram.com', '', 'l.facebook.com', 'www.youtube.com']),
      utm: { source: '', medium: '', term: '' },
      searchAd: '',
      ...seen,
    };
    const written: SeenOrder = {
      orderId: `order ${name}`,
      placedAt: new Date(at),
      code: null,
      clickId: `click ${name}`,
      click,
      customer: this.random.chance(0.9) ? `customer ${name}` : null,
      hasRival: this.random.chance(0.08),
      isRefunded: this.random.chance(0.06),
      country: this.random.chance(0.5) ? (seen?.country ?? 'US') : '',
      ...order,
    };
    this.orders.push(written);
    return written;
  }

  /** An order with a code and without a click. */
  addCode(at: number, more: Partial<SeenOrder> = {}): SeenOrder {
    return this.add(at, { code: 'AVA10', click: null, clickId: null, ...more });
  }

  /** Some weeks of an ordinary creator. */
  live(days = 20, perDay = 2): number {
    for (let day = 0; day < days; day += 1)
      for (let index = this.random.whole(0, perDay * 2); index > 0; index -= 1)
        this.add(start + day * dayMs + this.random.whole(0, dayMs - 1));
    return start + days * dayMs + this.random.whole(0, hourMs);
  }

  account(name: string, more: Partial<CreatorAccount> = {}): CreatorAccount {
    const account = {
      creatorId: name,
      openedAt: new Date(start - this.random.whole(1, 300) * dayMs),
      mailbox: canonicalEmail(`${name}@creators.test`),
      browsers: [`browser of ${name}`],
      bank: `${name} 1234`,
      ...more,
    };
    this.accounts.push(account);
    return account;
  }

  story(name: string, pattern: string, isFraud: boolean): Story {
    const { orders, codes, bursts, purchases, accounts, purchase } = this;
    return {
      name,
      pattern,
      isFraud,
      history: { brandNames: ['Glow Lab', 'glow-lab'], orders, codes, bursts },
      purchase,
      purchases,
      accounts,
    };
  }
}

/** The rules that find something in a story; the same ones as in the product. */
export function rulesFinding(story: Story): Set<string> {
  const found = new Set<string>();
  for (const { rule } of findPatterns(story.history)) found.add(rule);
  for (const { rule } of findRings(story.purchases)) found.add(rule);
  if (findDuplicates(story.accounts).length > 0) found.add('duplicate_account');
  const { purchase } = story;
  if (
    purchase &&
    (purchase.ownBrowser ||
      (purchase.buyer !== '' && canonicalEmail(purchase.creator) === canonicalEmail(purchase.buyer)))
  )
    found.add('self_purchase');
  return found;
}

export type Kind = { name: string; pattern: string; isFraud: boolean; write: (diary: Diary) => void };

export const fraudKinds: readonly Kind[] = [
  kind('buys through their own link', 'self_purchase', true, (diary) => {
    diary.add(diary.live());
    const email = 'ava.stone@gmail.com';
    diary.purchase = diary.random.chance(0.5)
      ? { creator: email, buyer: email, ownBrowser: false }
      : { creator: email, buyer: diary.random.of(['', 'someone@shopper.test']), ownBrowser: diary.random.chance(0.9) };
  }),
  kind('buys with another spelling of their address', 'email_alias', true, (diary) => {
    diary.add(diary.live());
    const tag = `x${diary.random.whole(1, 999)}`;
    diary.purchase = {
      ownBrowser: false,
      ...diary.random.of([
        { creator: 'ava.stone@gmail.com', buyer: `A.v.aStone+${tag}@GoogleMail.com` },
        { creator: 'ava@outlook.com', buyer: `AVA+${tag}@outlook.com` },
        { creator: 'ava@me.com', buyer: `ava+${tag}@icloud.com` },
        { creator: 'ava@proton.me', buyer: `a.v-a+${tag}@pm.me` },
        { creator: 'ava@yahoo.com', buyer: `ava-${tag}@yahoo.com` },
        { creator: 'ava@fastmail.com', buyer: `${tag}@ava.fastmail.com` },
        { creator: 'ava@studio.example', buyer: `Ava+${tag}@Studio.example` },
      ]),
    };
  }),
  kind('floods the link with clicks', 'click_flood', true, (diary) => {
    const order = diary.add(diary.live());
    const fromVisitor = diary.random.whole(28, 400);
    diary.bursts.push({ orderId: order.orderId, fromVisitor, all: fromVisitor + diary.random.whole(0, 20) });
  }),
  kind('loads the link in a hidden frame', 'hidden_frame', true, (diary) => {
    const at = diary.live();
    for (let index = diary.random.whole(1, 12); index > 0; index -= 1)
      diary.add(at + index * hourMs, {
        seen: { purpose: `embedded ${diary.random.of(['iframe', 'image', 'script'])}` },
      });
  }),
  kind('sends orders with a bot', 'bot_farm', true, (diary) => {
    const at = diary.live();
    const manner = diary.random.of([
      'one_browser',
      'too_fast',
      'same_delay',
      'same_delay',
      'one_browser',
      'too_fast',
      'like people',
    ] as const);
    const size = diary.random.whole(manner === 'same_delay' ? 8 : 5, 25);
    const delay = diary.random.whole(12_000, 200_000);
    for (let index = 0; index < size; index += 1)
      diary.add(at + index * diary.random.whole(20_000, 100_000), {
        ...(manner === 'too_fast' && { delay: diary.random.whole(2_000, 15_000) }),
        ...(manner === 'same_delay' && { delay: delay + diary.random.whole(0, 1_500) }),
        seen: {
          ...(manner === 'one_browser' && { browser: 'the farm' }),
          ...(manner === 'too_fast' && { visitor: 'the farm' }),
        },
      });
  }),
  kind('has a leaked code', 'code_leak', true, (diary) => {
    const at = diary.live();
    const size = diary.random.whole(9, 90);
    const usualMost = diary.random.whole(0, 2);
    for (let index = 0; index < size; index += 1) diary.addCode(at + index * diary.random.whole(60_000, 15 * minuteMs));
    diary.codes.push({
      code: 'AVA10',
      createdAt: new Date(start - 60 * dayMs),
      touchless: size,
      usualMost,
      clicks: diary.random.whole(0, 8),
    });
  }),
  kind('has a code that a browser extension inserts', 'code_hijack', true, (diary) => {
    const at = diary.live();
    for (let index = diary.random.whole(5, 30); index > 0; index -= 1)
      diary.addCode(at + index * 3 * hourMs, { hasRival: diary.random.chance(0.95) });
  }),
  kind('injects a click at the checkout', 'last_second_click', true, (diary) => {
    const at = diary.live(6, 2);
    for (let index = diary.random.whole(3, 15); index > 0; index -= 1)
      diary.add(at + index * 2 * hourMs, { hasRival: true, delay: diary.random.whole(1_000, 45_000) });
  }),
  kind('orders and returns repeatedly', 'refund_cycling', true, (diary) => {
    const at = diary.live(8, 1);
    const isGroup = diary.random.chance(0.3);
    for (let shopper = isGroup ? diary.random.whole(8, 14) : 1; shopper > 0; shopper -= 1)
      for (let index = isGroup ? 2 : diary.random.whole(3, 8); index > 0; index -= 1)
        diary.add(at + index * 3 * dayMs, { customer: `cycler ${shopper}`, isRefunded: true });
  }),
  kind('buys in a ring', 'creator_ring', true, (diary) => {
    diary.live();
    const size = diary.random.whole(2, 4);
    for (let index = 0; index < size; index += 1)
      for (let order = diary.random.whole(2, 5); order > 0; order -= 1)
        diary.purchases.push({
          orderId: `ring ${index} ${order}`,
          buyer: `c${index}`,
          earner: `c${(index + 1) % size}`,
        });
  }),
  kind('has two accounts', 'duplicate_account', true, (diary) => {
    diary.live();
    for (let index = 0; index < 20; index += 1) diary.account(`creator${index}`);
    const first = diary.account('ava');
    if (diary.random.chance(0.6)) diary.account('ava2', { mailbox: first.mailbox });
    else diary.account('ava2', { browsers: first.browsers, bank: first.bank });
  }),
  kind('sends orders through proxies', 'country_mismatch', true, (diary) => {
    const at = diary.live(10, 1);
    if (diary.random.chance(0.4)) {
      for (const country of ['US', 'BR', 'VN', 'DE'])
        diary.add(at + diary.random.whole(0, 10) * hourMs, { seen: { browser: 'one browser', country } });
      return;
    }
    for (let index = diary.random.whole(7, 25); index > 0; index -= 1)
      diary.add(at + 8 * dayMs + index * 2 * hourMs, {
        country: 'US',
        seen: { country: diary.random.of(['VN', 'PK', 'NG', 'ID']) },
      });
  }),
  kind("bids on the brand's name", 'brand_bidding', true, (diary) => {
    const at = diary.live();
    const term = diary.random.of(['glow lab', 'GlowLab serum', 'buy glow-lab', '']);
    for (let index = diary.random.whole(4, 15); index > 0; index -= 1)
      diary.add(at + index * 3 * hourMs, {
        seen: {
          searchAd: diary.random.of(['gclid', 'msclkid', '']),
          utm: { source: 'google', medium: 'cpc', term },
          referrerHost: 'www.google.com',
        },
      });
  }),
  kind('uses one click for many orders', 'click_reuse', true, (diary) => {
    const at = diary.live();
    const size = diary.random.whole(5, 40);
    const step = diary.random.of([100, 1_000, 8_000, minuteMs, 8 * minuteMs]);
    for (let index = 0; index < size; index += 1)
      diary.add(at + index * step, {
        clickId: 'one click',
        delay: 10 * minuteMs + index * step,
        seen: { browser: 'one', visitor: 'one' },
      });
  }),
];

export function kind(name: string, pattern: string, isFraud: boolean, write: (diary: Diary) => void): Kind {
  return { name, pattern, isFraud, write };
}

/** This many stories of each kind, generated from one seed. */
export function makeHistories(kinds: readonly Kind[], seed: number, each: number): Story[] {
  return kinds.flatMap(({ name, pattern, isFraud, write }, place) =>
    Array.from({ length: each }, (_, index) => {
      const diary = new Diary(randomFrom(seed * 100_003 + place * 1_009 + index));
      write(diary);
      return diary.story(`${name} #${index + 1}`, pattern, isFraud);
    }),
  );
}
