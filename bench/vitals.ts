import { type Browser, chromium, type Page } from '@playwright/test';
import type { Figure } from './figure.ts';
import { phoneSlowdown } from './phone.ts';
import { openProduct } from './product.ts';

// What a person with a mid-range phone on a slow line sees of a page that they have never opened: the processor held
// to a phone's (phone.ts), 1.6 Mbit/s down, 150 ms there and back, nothing in the cache. The middle of several visits.

const line = {
  offline: false,
  downloadThroughput: (1_600 * 1_024) / 8,
  uploadThroughput: (750 * 1_024) / 8,
  latency: 150,
};
/** The live stream of a signed-in page never ends, so a page is given time and not awaited. */
const settleMs = 4_000;

/** In milliseconds, but for the shift, which has no unit. */
type Seen = { paint: number; shift: number; blocked: number; answer: number };
type Visit = Seen & { slowdown: number };

type Screen = {
  name: string;
  path: string;
  isSignedIn: boolean;
  paintGoal: number;
  tap?: (page: Page) => Promise<void>;
};

const screens: readonly Screen[] = [
  { name: 'storefront', path: '/@ava/glow-lab', isSignedIn: false, paintGoal: 1_200 },
  { name: 'login', path: '/login', isSignedIn: false, paintGoal: 2_000 },
  {
    name: 'Overview',
    path: '/',
    isSignedIn: true,
    paintGoal: 2_000,
    tap: async (page) => page.getByRole('button', { name: 'User menu' }).click(),
  },
  { name: 'Earnings', path: '/earnings', isSignedIn: true, paintGoal: 2_000 },
  { name: 'Manage', path: '/manage/glow-lab/products', isSignedIn: true, paintGoal: 2_000 },
];

/** Runs in the page before anything of it: keeps what the browser tells of paints, shifts, long tasks and answers. */
const observe = `
  // With a debugger attached, as here, an error that is made while a file is first run (React keeps some for later) has
  // the browser read the whole file again to name its lines. Without one it does not, so here it must not either.
  Error.stackTraceLimit = 0;
  const seen = (globalThis.seen = { paint: 0, shift: 0, blocked: 0, answer: 0 });
  const on = (type, act, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(act)).observe({ type, buffered: true, ...more });
  on('largest-contentful-paint', (entry) => { seen.paint = entry.startTime; });
  on('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
  on('longtask', (entry) => { seen.blocked += Math.max(0, entry.duration - 50); });
  on('event', (entry) => { seen.answer = Math.max(seen.answer, entry.duration); }, { durationThreshold: 16 });
`;

type Phone = { browser: Browser; yardstick: Page };

async function visit({ browser, yardstick }: Phone, origin: string, screen: Screen, token: string): Promise<Visit> {
  const slowdown = await phoneSlowdown(yardstick);
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  try {
    if (screen.isSignedIn) {
      await context.addInitScript((value) => localStorage.setItem('token', value), token);
      // Whoever signed in here carries the mark that signing in leaves.
      await context.addCookies([{ name: 'vt_browser', value: 'A'.repeat(22), url: origin }]);
    }
    await context.addInitScript({ content: observe });
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', line);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(`${origin}${screen.path}`, { waitUntil: 'load' });
    await page.waitForTimeout(settleMs);
    const read = () => page.evaluate<Seen>('seen');
    const loaded = { ...(await read()), slowdown };
    if (!screen.tap) return loaded;
    await screen.tap(page);
    await page.waitForTimeout(settleMs);
    return { ...loaded, answer: (await read()).answer };
  } finally {
    await context.close();
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ava@creators.test', password: 'vitrine-demo' }),
  });
  const { data }: { data: { token: string } } = JSON.parse(await answer.text());
  return data.token;
}

function figuresOf(screen: Screen, visits: readonly Visit[]): Figure[] {
  const slowdown = middle(visits.map((each) => each.slowdown));
  const figure = (name: string, value: number, text: string, goal: number, goalText: string): Figure => ({
    name: `${screen.name}: ${name}`,
    value: text,
    yardstick: `${visits.length} visits, processor ÷ ${slowdown.toFixed(1)}`,
    ratio: '',
    goal: `≤ ${goalText}`,
    holds: value <= goal,
  });
  const paint = middle(visits.map((each) => each.paint));
  const shift = middle(visits.map((each) => each.shift));
  const blocked = middle(visits.map((each) => each.blocked));
  const answer = middle(visits.map((each) => each.answer));
  return [
    figure(
      'largest paint',
      paint,
      `${(paint / 1_000).toFixed(2)} s`,
      screen.paintGoal,
      `${screen.paintGoal / 1_000} s`,
    ),
    figure('layout shift', shift, shift.toFixed(3), 0.02, '0.02'),
    figure('time blocked', blocked, `${blocked.toFixed(0)} ms`, 100, '100 ms'),
    ...(screen.tap ? [figure('answer to a tap', answer, `${answer.toFixed(0)} ms`, 100, '100 ms')] : []),
  ];
}

export async function measureVitals({ quick }: { quick: boolean }): Promise<Figure[]> {
  await using product = await openProduct();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  });
  try {
    const token = await signIn(product.origin);
    const phone = { browser, yardstick: await browser.newPage() };
    const figures: Figure[] = [];
    for (const screen of screens) {
      const visits: Visit[] = [];
      for (let round = 0; round < (quick ? 3 : 5); round += 1) {
        visits.push(await visit(phone, product.origin, screen, token));
      }
      figures.push(...figuresOf(screen, visits));
    }
    return figures;
  } finally {
    await browser.close();
  }
}
