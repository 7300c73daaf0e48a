import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { makeVariants } from './variants.ts';

// One product for all journeys, started like `npm start` in an empty data folder. The workers read this file too and
// find the folder already chosen.
// Below the ports that systems give to outgoing connections, which could take one first.
process.env['E2E_PORT'] ??= String(20_000 + (process.pid % 4_000));
process.env['E2E_OPENID_PORT'] ??= String(Number(process.env['E2E_PORT']) + 4_000);
process.env['E2E_DATA'] ??= mkdtempSync(join(tmpdir(), 'vitrine-e2e-'));
process.env['E2E_VARIANTS'] ??= makeVariants();

process.env['OUTSIDE_PORT'] ??= String(Number(process.env['E2E_PORT']) - 8_000);
process.env['E2E_DEMO_SHOP_PORT'] ??= String(Number(process.env['E2E_PORT']) - 4_000);
process.env['E2E_SHOPS_PORT'] ??= String(Number(process.env['E2E_PORT']) + 8_000);

/** Fake social platforms on loopback. */
const outside = (name: string) => ({
  [`${name.toUpperCase()}_CLIENT_ID`]: 'vitrine-client',
  [`${name.toUpperCase()}_CLIENT_SECRET`]: 'vitrine-secret',
  [`${name.toUpperCase()}_BASE_URL`]: `http://127.0.0.1:${process.env['OUTSIDE_PORT']}/${name}`,
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const desktop = { viewport: { width: 1440, height: 900 } };
/** What most creators do on a phone. */
const onPhone = /\b(questions|social|settings|support)\.spec\.ts|@phone/;

/** Only of Firefox can a test replace the push service. */
const onlyInFirefox = /\bpush\.spec\.ts/;
/** What runs in the browsers of shoppers, whichever they use. */
const inFirefox = [/\bsnippet(\.names)?\.spec\.ts|@firefox/, onlyInFirefox];
const firefoxPath = process.env['FIREFOX_PATH'];
/** An unchanged Firefox without third-party cookies, which Playwright drives by WebDriver BiDi. */
const firefox = (executablePath: string) => ({
  browserName: 'firefox' as const,
  channel: 'moz-firefox',
  contextOptions: {},
  launchOptions: {
    executablePath,
    firefoxUserPrefs: {
      'network.cookie.cookieBehavior': 1,
      // A page that is shown again is loaded again, which is what Playwright waits for.
      'browser.sessionhistory.max_total_viewers': 0,
    },
  },
});

const root = fileURLToPath(new URL('../', import.meta.url));
const origin = `http://127.0.0.1:${process.env['E2E_PORT']}`;
const openId = `http://127.0.0.1:${process.env['E2E_OPENID_PORT']}`;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A journey that only passes on a retry has a race, in itself or in the product.
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  outputDir: '../test-results',
  globalTeardown: './teardown.ts',
  use: {
    baseURL: origin,
    locale: 'en-US',
    // Colors and positions are checked without animations.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  // A journey runs once, in the window where it is usual, and in both only where the layout is its subject. `screens`
  // judges every page at every width.
  projects: [
    { name: 'phone', grep: [onPhone, /@both/], use: phone },
    { name: 'desktop', grepInvert: [onPhone, onlyInFirefox], use: desktop },
    ...(firefoxPath
      ? [{ name: 'firefox', grep: inFirefox, grepInvert: /@both/, use: { ...desktop, ...firefox(firefoxPath) } }]
      : []),
  ],
  webServer: [
    {
      // A fake Google.
      command: `"${process.execPath}" server/world/openid.serve.ts ${process.env['E2E_OPENID_PORT']} ${origin}/register ${origin}/login ${origin}/settings ${origin.replace('127.0.0.1', 'beauty.localhost')}/register`,
      cwd: root,
      url: `${openId}/.well-known/openid-configuration`,
      timeout: 60_000,
    },
    {
      command: `"${process.execPath}" server/world/outside/serve.ts`,
      cwd: root,
      url: `http://127.0.0.1:${process.env['OUTSIDE_PORT']}/instagram/oauth/authorize`,
      env: { OUTSIDE_PORT: process.env['OUTSIDE_PORT'] ?? '' },
    },
    {
      // Shops that sell.
      command: `"${process.execPath}" server/world/shop/serve.ts ${process.env['E2E_SHOPS_PORT']}`,
      cwd: root,
      url: `http://127.0.0.1:${process.env['E2E_SHOPS_PORT']}/`,
    },
    {
      command: `"${process.execPath}" run/serve.mjs`,
      cwd: root,
      url: `${origin}/readyz`,
      timeout: 240_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
      stdout: 'pipe',
      env: {
        PORT: process.env['E2E_PORT'] ?? '',
        PUBLIC_URL: origin,
        DATA_DIR: process.env['E2E_DATA'] ?? '',
        VARIANTS_DIR: process.env['E2E_VARIANTS'] ?? '',
        DEMO: '1',
        DEMO_SHOP_PORT: process.env['E2E_DEMO_SHOP_PORT'] ?? '',
        LOG_LEVEL: 'error',
        RATE_LIMITS: '0',
        // Webhooks of brands go to receivers of the journeys.
        OUTBOUND_LOOPBACK: '1',
        GOOGLE_CLIENT_ID: 'vitrine-on-loopback',
        GOOGLE_CLIENT_SECRET: 'a-secret-that-only-tests-know',
        GOOGLE_BASE_URL: openId,
        ...outside('instagram'),
        ...outside('tiktok'),
      },
    },
  ],
});
