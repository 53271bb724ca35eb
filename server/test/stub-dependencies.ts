import type { Dependencies } from '../src/ctx.ts'
import { newPerServer } from '../src/kit/per-server.ts'

const unavailable = (what: string) => (): never => {
  throw new Error(`nobody was to ask for ${what} here`)
}
const noFiles = unavailable('files')
const noExternalServices = unavailable('somebody outside')

/** For servers whose tests need none of these. */
export const STUB_DEPENDENCIES: Omit<Dependencies, 'db'> = {
  publicUrl: 'http://127.0.0.1',
  files: { put: async () => noFiles(), open: async () => noFiles(), remove: async () => noFiles() },
  secretFor: unavailable('a secret'),
  perServer: newPerServer(),
  external: {
    carrierAt: noExternalServices,
    taxEngineAt: noExternalServices,
    languageModelAt: noExternalServices,
    validateModelUrl: noExternalServices,
    isOperatorModelUrl: noExternalServices,
    webhookReceiverAt: noExternalServices,
    validateWebhookUrl: noExternalServices,
    stripeWith: noExternalServices,
  },
}
