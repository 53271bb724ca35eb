import { expect, it } from 'vitest'
import { backendKilled, postmasterKilled } from './faults.ts'
import { openInstallation } from './installation.ts'
import { type Fault, runFault } from './run-fault.ts'

/** Two faults under the same load, to save test time. `npm run faults` runs all of them. */
const killed: Fault = {
  name: 'killed',
  async cause(installation, load) {
    await backendKilled.cause(installation, load)
    await load.waitForMore(4)
    await postmasterKilled.cause(installation, load)
  },
}

it('13: requests and jobs survive a killed backend and a killed PostgreSQL without a restart or loss of acknowledged data', async () => {
  const installation = await openInstallation({ database: 'embedded' })
  try {
    await runFault(installation, killed, { isHurried: true })
    const health = await (await fetch(`${installation.url}/healthz`)).json()
    expect(health).toMatchObject({ status: 'alive', database: 'running' })
  } finally {
    await installation.close()
  }
})
