import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { texts } from './texts.plugin.ts';

// Components that have logic of their own, each alone in a real browser.

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), texts()],
  // One file in place of 6,000, which would take longer to bundle than all tests to run.
  resolve: { alias: { '@tabler/icons-react': '@tabler/icons-react/dist/cjs/tabler-icons-react.cjs' } },
  optimizeDeps: {
    // A library that is found only while tests run reloads the page under them.
    entries: ['src/**/*.tsx'],
    include: ['@lingui/core', '@lingui/react', 'react-dom/client', 'react/jsx-dev-runtime'],
  },
  test: {
    name: 'components',
    include: ['src/**/*.browser.test.tsx'],
    setupFiles: ['src/calls.testing.ts'],
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // A second page in the same browser would be in the background, where clicks wait for frames that are never drawn.
    fileParallelism: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1024, height: 768 },
      provider: playwright({
        launchOptions: { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
        contextOptions: { locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
