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
    // Reading the modules anew for each file takes half the processor time. Nothing keeps state in a module that a test
    // could change.
    isolate: false,
  },
});
