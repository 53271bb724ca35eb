import { configDefaults, defineConfig } from 'vitest/config'
import { SkipReporter } from './server/test/skip-reporter.ts'
import { SlowFirst } from './server/test/slow-first-sequencer.ts'

export default defineConfig({
  // The first one is ours: it imports the source of the SDK instead of its build. The others are Vitest's defaults.
  ssr: { resolve: { conditions: ['@storedesk/source', 'node', 'development|production'] } },
  test: {
    // Timeouts detect a hang, never slowness: on a busy machine tests take longer and must not fail.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 120_000 } },
    reporters: ['default', new SkipReporter()],
    // By default Vitest leaves one core free, which is half of a two-core machine. Four workers, because tests with
    // browsers and processes spend much of their time waiting: three left an eighth of both cores idle.
    maxWorkers: 4,
    // Each worker loads the whole server: growing the heap step by step would trigger a full garbage collection each
    // time. Responses are short-lived, and a large young generation is collected less often. With more workers than
    // cores, threads that collect garbage in parallel wait for one another: without them, a tenth less processor time.
    execArgv: [
      '--initial-heap-size=1000',
      '--min-semi-space-size=64',
      '--max-semi-space-size=64',
      '--single-threaded-gc',
    ],
    sequence: { sequencer: SlowFirst },
    include: ['{server,sdk,dashboard,storefront,scripts}/**/*.test.ts'],
    // About Citus itself (`vitest.citus.config.ts`).
    exclude: [...configDefaults.exclude, '**/*.citus.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    // Importing the server again for every file took a sixth of the time. Therefore hooks (`afterEach`…) belong in test
    // files: hooks of a module would run only in the first file that imports it.
    isolate: false,
  },
})
