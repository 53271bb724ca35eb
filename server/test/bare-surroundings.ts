import type { Surroundings } from '../src/ctx.ts'

const refuse = (what: string) => (): never => {
  throw new Error(`nobody was to ask for ${what} here`)
}
const noFiles = refuse('files')
const noOutside = refuse('somebody outside')

/** For servers that are made for something else. */
export const BARE: Omit<Surroundings, 'db'> = {
  publicUrl: 'http://127.0.0.1',
  files: { put: async () => noFiles(), open: async () => noFiles(), remove: async () => noFiles() },
  secretFor: refuse('a secret'),
  outside: {
    agentAt: noOutside,
    carrierAt: noOutside,
    taxEngineAt: noOutside,
    stripeWith: noOutside,
    readStripeEvent: noOutside,
  },
}
