// Checks the invariants that must survive any crash: `npm run chaos -- checkout`. Set KILLS, CHECKOUTS and BUYERS to
// override.
import { runCheckoutChaos } from './chaos/checkout.ts'

const subjects: Record<string, () => Promise<boolean>> = { checkout: runCheckoutChaos }
const run = subjects[process.argv[2] ?? '']
if (!run) {
  console.error(`Choose what to test: ${Object.keys(subjects).join(', ')}.`)
  process.exit(2)
}
process.exitCode = (await run()) ? 0 : 1
