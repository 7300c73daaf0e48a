import { join } from 'node:path';
import { chromiumPath } from './browser.mjs';
import { loadEnvironment, ready, root } from './node.mjs';

// `npm run screenshots`: takes the README's pictures from the built product with its demo.

await ready({ packages: 'all' });
loadEnvironment();
const { chromium } = await import('@playwright/test');
const { buildWeb } = await import('./web.mjs');
const { openProduct } = await import('../bench/product.ts');
const { demoPassword } = await import('../server/src/platform/demo.secrets.ts');

const folder = join(root, 'docs', 'images');
const pictures = [
  { name: 'creator-phone', email: 'ava@creators.test', path: '/', viewport: { width: 390, height: 844 }, scale: 2 },
  {
    name: 'brand-desktop',
    email: 'brand@glow.test',
    path: '/brand/glow-lab/orders',
    viewport: { width: 1280, height: 800 },
    scale: 1,
  },
  { name: 'storefront', path: '/@ava/glow-lab', viewport: { width: 1280, height: 800 }, scale: 1 },
];

if ((await buildWeb()) !== 0) throw new Error('The web app could not be built');
await using product = await openProduct();
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] });
try {
  for (const picture of pictures) await take(picture);
} finally {
  await browser.close();
}

async function take({ name, email, path, viewport, scale }) {
  const context = await browser.newContext({
    baseURL: product.origin,
    viewport,
    deviceScaleFactor: scale,
    locale: 'en-US',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (email) await logIn(page, email);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await page.getByRole('status', { name: /Loading/ }).waitFor({ state: 'detached' });
  await page.evaluate(() =>
    Promise.all([
      document.fonts.ready,
      ...[...document.images].filter(({ loading }) => loading !== 'lazy').map((image) => image.decode()),
    ]),
  );
  const file = join(folder, `${name}.png`);
  await page.screenshot({ path: file });
  console.log(`written: ${file}`);
  await context.close();
}

async function logIn(page, email) {
  const answer = await page.request.post('/api/v1/login', { data: { email, password: demoPassword } });
  const { data } = await answer.json();
  await page.addInitScript((token) => localStorage.setItem('token', token), data.token);
}
