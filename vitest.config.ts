import { defineConfig } from 'vitest/config';
import { textsForTests } from './web/texts.plugin.ts';

export default defineConfig({
  plugins: [textsForTests()],
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
