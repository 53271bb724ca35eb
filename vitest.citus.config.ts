import { defineConfig, mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** The same tests on a Citus cluster, without those of the browser. See `scripts/test-citus.ts`. */
export default mergeConfig(
  { ...config, test: { ...config.test, globalSetup: [] } },
  defineConfig({
    test: { globalSetup: ['server/test/citus-setup.ts'], maxWorkers: 2 },
  }),
)
