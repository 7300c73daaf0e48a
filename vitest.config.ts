import { fileURLToPath } from 'node:url';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { defineConfig } from 'vitest/config';

// A test of texts reads them as the build makes them of its macros.
process.env['LINGUI_CONFIG'] ??= fileURLToPath(new URL('./web/lingui.config.ts', import.meta.url));

export default defineConfig({
  plugins: [babel({ presets: [linguiTransformerBabelPreset()] })],
  test: {
    include: [
      'contract/src/**/*.test.ts',
      'server/**/*.test.ts',
      'web/*.test.ts',
      'web/src/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    globalSetup: ['server/world/cluster.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
