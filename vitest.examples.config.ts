import { mergeConfig } from 'vitest/config'
import tests from './vitest.config.ts'

/** Records the examples of the documentation: `npm run examples`. */
export default mergeConfig(tests, { test: { include: ['server/test/examples/record-examples.ts'] } })
