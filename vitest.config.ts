import { defineConfig } from 'vitest/config'
import { SkipReporter } from './server/test/skip-reporter.ts'
import { SlowFirst } from './server/test/slow-first-sequencer.ts'

export default defineConfig({
  test: {
    // Timeouts detect a hang, never slowness: on a busy machine tests take longer and must not fail.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 120_000 } },
    reporters: ['default', new SkipReporter()],
    // By itself Vitest leaves one core free, which on a machine with two is half of it. Three of them, because those that
    // have browsers and processes of their own wait for much of their time.
    maxWorkers: 3,
    // The whole server is loaded in each: to grow the heap bit by bit is to look through all of it again and again.
    execArgv: ['--initial-heap-size=1000'],
    sequence: { sequencer: SlowFirst },
    include: ['{server,sdk,dashboard,storefront,scripts}/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    // To import the server anew for every file took a sixth of the time. So hooks (`afterEach`…) belong into test
    // files: those of a module would be heard only in the first file that imports it.
    isolate: false,
  },
})
