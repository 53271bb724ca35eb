import type { Outside } from '../ports/outside.ts'
import { httpAgent } from './agent/http-agent.ts'
import { httpCarrier } from './carrier/http-carrier.ts'
import { httpTaxEngine } from './tax-engine/http-tax-engine.ts'

/** `allowLoopback` is for tests, whose servers run beside them. */
export const openOutside = (options: { allowLoopback?: boolean } = {}): Outside => ({
  agentAt: (address) => httpAgent({ ...address, ...options }),
  carrierAt: (address) => httpCarrier({ ...address, ...options }),
  taxEngineAt: (address) => httpTaxEngine({ ...address, ...options }),
})
