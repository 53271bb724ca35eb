import { defineConfig } from 'vitest/config'
import { SkipReporter } from './server/test/skip-reporter.ts'
import { SlowFirst } from './server/test/slow-first.ts'

const EMBEDDED = 'server/src/db/embedded/**/*.test.ts'

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 30_000,
    reporters: ['default', new SkipReporter()],
    // By itself Vitest leaves one core free, which on a machine with two is half of it. Three of them, because those that
    // have browsers and processes of their own wait for much of their time.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['{server,sdk,dashboard,storefront,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', EMBEDDED],
          globalSetup: ['server/test/global-setup.ts'],
          // To import the server anew for every file took a sixth of the time. So hooks (`afterEach`…) belong into test
          // files: those of a module would be heard only in the first file that imports it.
          isolate: false,
        },
      },
      // Its fixtures keep what they must clean up, and the hooks that do so, in a module.
      { extends: true, test: { name: 'embedded', include: [EMBEDDED] } },
    ],
  },
})
