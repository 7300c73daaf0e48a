import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { type BenchBrowser, openBareWindow, openBrowser } from './browser.ts';
import type { BenchFigure } from './figure.ts';
import { phoneSlowdown } from './phone.ts';
import { openProduct } from './product.ts';

// Lighthouse scores of the most important pages, with its defaults: a phone on a slow connection, nothing cached. The
// median of several runs for performance, which varies; the worst run for the others, which must not vary.

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';
type Screen = { name: string; path: string; isSignedIn: boolean; goals: Partial<Record<Category, number>> };

/** Pages behind the login are hidden from search engines. */
const behindLogin = { performance: 95, accessibility: 100, 'best-practices': 100 };
const screens: readonly Screen[] = [
  {
    name: 'storefront',
    path: '/@ava/glow-lab',
    isSignedIn: false,
    goals: { ...behindLogin, performance: 100, seo: 100 },
  },
  { name: 'login', path: '/login', isSignedIn: false, goals: behindLogin },
  { name: 'Overview', path: '/', isSignedIn: true, goals: behindLogin },
  { name: 'Earnings', path: '/earnings', isSignedIn: true, goals: behindLogin },
  { name: 'Manage', path: '/manage/glow-lab/products', isSignedIn: true, goals: behindLogin },
];

/** Logs in as the page does, so that the browser keeps its token and its mark. */
async function signIn(browser: BenchBrowser, origin: string): Promise<void> {
  const driver = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`);
  try {
    const [context] = driver.contexts();
    const page = await context?.newPage();
    if (!page) throw new Error('the browser has no window');
    await page.goto(`${origin}/login`);
    await page.getByLabel('Email').fill('ava@creators.test');
    await page.getByLabel('Password', { exact: true }).fill('vitrine-demo');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.close();
  } finally {
    await driver.close();
  }
}

/** Measured in a window that is closed before Lighthouse opens its own. */
async function slowdownIn(browser: BenchBrowser): Promise<number> {
  await using yardstick = await openBareWindow(browser);
  return await phoneSlowdown(yardstick);
}

type Judgement = { slowdown: number; scores: Partial<Record<Category, number>>; shortfalls: string[] };

async function judge(browser: BenchBrowser, address: string, categories: readonly Category[]): Promise<Judgement> {
  const slowdown = await slowdownIn(browser);
  const result = await lighthouse(address, {
    port: browser.port,
    onlyCategories: [...categories],
    // Keeps the login; the cache is not used anyway.
    disableStorageReset: true,
    throttling: { cpuSlowdownMultiplier: slowdown },
    logLevel: 'error',
  });
  if (!result) throw new Error(`${address} was not judged`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  if (lhr.finalDisplayedUrl !== address) throw new Error(`${address} led to ${lhr.finalDisplayedUrl}`);
  const scores: Judgement['scores'] = {};
  const shortfalls: string[] = [];
  for (const category of categories) {
    const judged = lhr.categories[category];
    scores[category] = Math.round((judged?.score ?? 0) * 100);
    for (const { id, weight } of judged?.auditRefs ?? []) {
      const audit = lhr.audits[id];
      if (!audit || weight === 0 || audit.score === null || audit.score >= 0.995) continue;
      const nodes = JSON.stringify(audit.details ?? '').match(/"snippet":"(?:[^"\\]|\\.)*"/g) ?? [];
      const lost =
        (((1 - audit.score) * weight) / (judged?.auditRefs ?? []).reduce((sum, of) => sum + of.weight, 0)) * 100;
      shortfalls.push(
        `${category} −${lost.toFixed(1)}: ${audit.title} ${audit.displayValue ?? ''} ${nodes.slice(0, 3).join(' ')}`.trim(),
      );
    }
  }
  return { slowdown, scores, shortfalls };
}

function scoreOf(category: Category, judgements: readonly Judgement[]): number {
  const scores = judgements.map(({ scores }) => scores[category] ?? 0).toSorted((one, other) => one - other);
  return scores[category === 'performance' ? scores.length >> 1 : 0] ?? 0;
}

const categoriesOf = (screen: Screen) =>
  (['performance', 'accessibility', 'best-practices', 'seo'] as const).filter(
    (each) => screen.goals[each] !== undefined,
  );

function figuresOf(screen: Screen, judgements: readonly Judgement[]): BenchFigure[] {
  const slowdowns = judgements.map((each) => each.slowdown).toSorted((one, other) => one - other);
  const slowdown = slowdowns[slowdowns.length >> 1] ?? Number.NaN;
  return categoriesOf(screen).map((category) => {
    const [score, goal] = [scoreOf(category, judgements), screen.goals[category] ?? 0];
    return {
      name: `${screen.name}: ${category}`,
      value: String(score),
      yardstick: `${judgements.length} runs, processor ÷ ${slowdown.toFixed(1)}`,
      ratio: '',
      goal: `≥ ${goal}`,
      holds: score >= goal,
    };
  });
}

export async function measureLighthouse({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  await using product = await openProduct();
  const figures: BenchFigure[] = [];
  for (const screen of screens) {
    // Each page gets a browser of its own, as for a visitor.
    await using browser = await openBrowser();
    if (screen.isSignedIn) await signIn(browser, product.origin);
    const judgements: Judgement[] = [];
    for (let run = 0; run < (quick ? 1 : 3); run += 1)
      judgements.push(await judge(browser, `${product.origin}${screen.path}`, categoriesOf(screen)));
    figures.push(...figuresOf(screen, judgements));
    const shortfalls = new Set(judgements.flatMap((each) => each.shortfalls));
    for (const shortfall of shortfalls) console.log(`${screen.name}: ${shortfall}`);
  }
  return figures;
}
