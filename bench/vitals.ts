import { setTimeout as wait } from 'node:timers/promises';
import { type BareWindow, type BenchBrowser, openBareWindow, openBrowser } from './browser.ts';
import type { BenchFigure } from './figure.ts';
import { phoneSlowdown } from './phone.ts';
import { openProduct } from './product.ts';

// The first visit to a page on a mid-range phone with a slow connection: the processor slowed down to a phone's
// (phone.ts), 1.6 Mbit/s down, 150 ms round trip, nothing cached. The median of several visits.

const line = {
  offline: false,
  downloadThroughput: (1_600 * 1_024) / 8,
  uploadThroughput: (750 * 1_024) / 8,
  latency: 150,
};
/** The live stream of a logged-in page never ends, so the page gets a fixed time instead of waiting for the network. */
const loadMs = 6_000;
const tapMs = 2_000;

/** In milliseconds, except the layout shift, which has no unit. */
type Seen = { paint: number; shift: number; blocked: number; answer: number };
type Visit = Seen & { slowdown: number };

type Screen = {
  name: string;
  path: string;
  isSignedIn: boolean;
  paintGoal: number;
  /** Pressed once the page is complete; its accessible name. */
  tap?: string;
};

const screens: readonly Screen[] = [
  { name: 'storefront', path: '/@ava/glow-lab', isSignedIn: false, paintGoal: 1_200 },
  { name: 'login', path: '/login', isSignedIn: false, paintGoal: 2_000 },
  {
    name: 'Overview',
    path: '/',
    isSignedIn: true,
    paintGoal: 2_000,
    tap: 'User menu',
  },
  { name: 'Earnings', path: '/earnings', isSignedIn: true, paintGoal: 2_000 },
  { name: 'Manage', path: '/manage/glow-lab/products', isSignedIn: true, paintGoal: 2_000 },
];

/** Runs before anything in the page: records paints, layout shifts, long tasks and input delays. */
const observe = `
  const seen = (globalThis.seen = { paint: 0, shift: 0, blocked: 0, answer: 0 });
  const on = (type, act, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(act)).observe({ type, buffered: true, ...more });
  on('largest-contentful-paint', (entry) => { seen.paint = entry.startTime; });
  on('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
  on('longtask', (entry) => { seen.blocked += Math.max(0, entry.duration - 50); });
  on('event', (entry) => { seen.answer = Math.max(seen.answer, entry.duration); }, { durationThreshold: 16 });
`;

type Phone = { browser: BenchBrowser; yardstick: BareWindow };

/** A browser that logged in before has the browser mark. */
const marked = { name: 'vt_browser', value: 'A'.repeat(22) };

async function visit({ browser, yardstick }: Phone, origin: string, screen: Screen, token: string): Promise<Visit> {
  const slowdown = await phoneSlowdown(yardstick);
  await using page = await openBareWindow(browser);
  await page.send('Emulation.setDeviceMetricsOverride', {
    width: 390,
    height: 844,
    deviceScaleFactor: 2,
    mobile: true,
  });
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.send('Network.enable');
  await page.send('Network.emulateNetworkConditions', line);
  await page.send('Page.enable');
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: observe });
  if (screen.isSignedIn) {
    const source = `localStorage.setItem('token', ${JSON.stringify(token)})`;
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source });
    await page.send('Network.setCookie', { ...marked, url: origin });
  }
  await page.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.send('Page.navigate', { url: `${origin}${screen.path}` });
  await wait(loadMs);
  const read = () => page.evaluate<Seen>('seen');
  const loaded = { ...(await read()), slowdown };
  if (loaded.paint === 0) throw new Error(`${screen.path}: nothing was painted`);
  if (!screen.tap) return loaded;
  await tap(page, screen.tap);
  await wait(tapMs);
  const { answer } = await read();
  if (answer === 0) throw new Error(`${screen.tap}: nothing answered`);
  return { ...loaded, answer };
}

/** Like a touch. */
async function tap(page: BareWindow, name: string): Promise<void> {
  const selector = JSON.stringify(`button[aria-label="${name}"]`);
  const { x, y, width, height } = await page.evaluate<{ x: number; y: number; width: number; height: number }>(
    `document.querySelector(${selector}).getBoundingClientRect().toJSON()`,
  );
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
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

function figuresOf(screen: Screen, visits: readonly Visit[]): BenchFigure[] {
  const slowdown = middle(visits.map((each) => each.slowdown));
  const figure = (name: string, value: number, text: string, goal: number, goalText: string): BenchFigure => ({
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

export async function measureVitals({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  await using product = await openProduct();
  await using browser = await openBrowser();
  await using yardstick = await openBareWindow(browser);
  const token = await signIn(product.origin);
  const figures: BenchFigure[] = [];
  for (const screen of screens) {
    const visits: Visit[] = [];
    for (let round = 0; round < (quick ? 3 : 5); round += 1) {
      visits.push(await visit({ browser, yardstick }, product.origin, screen, token));
    }
    figures.push(...figuresOf(screen, visits));
  }
  return figures;
}
