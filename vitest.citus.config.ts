import { configDefaults, defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

/**
 * The same tests, on copies of a template that is distributed over a Citus cluster. Run it with `npm run test:citus`.
 * docs/scaling.md lists what is excluded, and why.
 */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    globalSetup: ['server/test/citus-setup.ts'],
    // Three servers of PostgreSQL need the machine too.
    maxWorkers: 2,
    exclude: [
      ...configDefaults.exclude,
      // These bring a database of their own: most an embedded one.
      'server/test/journeys/{backup,start,kill,webhook-kill,inbound-email-kill}.test.ts',
      'server/test/journeys/{database-unavailable,many-servers,read-replica}.test.ts',
      'server/src/db/embedded/**',
      'scripts/faults/**',
      // About generic plans, which Citus does not use.
      'server/src/db/generic-plan.test.ts',
      'server/src/db/initial-statistics.test.ts',
      'server/src/modules/listings/queries.test.ts',
    ],
  },
})
