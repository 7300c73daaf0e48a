import { defineConfig } from 'vitest/config';
import { texts } from './web/texts.plugin.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins: [texts()],
        test: {
          name: 'node',
          include: [
            'contract/src/**/*.test.ts',
            'server/**/*.test.ts',
            'web/*.test.ts',
            'web/src/**/*.test.ts',
            'bench/**/*.test.ts',
            'sdk/test/**/*.test.ts',
            'examples/test/**/*.test.ts',
          ],
          globalSetup: ['server/world/cluster.ts'],
          setupFiles: ['server/world/properties.ts'],
          // For a machine on which everything takes five times as long. What must be fast is measured by the benchmarks.
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 20_000 } },
          // Loading the modules again for each file takes half the processor time. No module keeps state that a test
          // could change.
          isolate: false,
        },
      },
      'web/vitest.config.ts',
    ],
  },
});
