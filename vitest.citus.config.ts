import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** The same tests, on copies of a template that is distributed over a Citus cluster. Run it with `npm run test:citus`. */
export default defineConfig({
  ...config,
  test: { ...config.test, globalSetup: ['server/test/citus-setup.ts'] },
})
