import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

// One product for all journeys, as `npm start` would run it, in an empty data folder. The workers read this file too
// and find the choice already made.
process.env['E2E_PORT'] ??= String(20_000 + (process.pid % 20_000));
process.env['E2E_DATA'] ??= mkdtempSync(join(tmpdir(), 'vitrine-e2e-'));

const root = fileURLToPath(new URL('../', import.meta.url));
const origin = `http://127.0.0.1:${process.env['E2E_PORT']}`;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  outputDir: '../test-results',
  globalTeardown: './teardown.ts',
  use: {
    baseURL: origin,
    locale: 'en-US',
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
  projects: [
    { name: 'phone', testIgnore: 'screens.spec.ts', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  ],
  webServer: {
    command: `"${process.execPath}" run/serve.mjs`,
    cwd: root,
    url: `${origin}/readyz`,
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'pipe',
    env: {
      PORT: process.env['E2E_PORT'] ?? '',
      DATA_DIR: process.env['E2E_DATA'] ?? '',
      DEMO: '1',
      LOG_LEVEL: 'error',
      RATE_LIMITS: '0',
    },
  },
});
