import { defineConfig } from 'vitest/config'
import { SkipReporter } from './server/test/skip-reporter.ts'

export default defineConfig({
  test: {
    include: ['{server,sdk,dashboard,storefront,scripts}/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    reporters: ['default', new SkipReporter()],
  },
})
