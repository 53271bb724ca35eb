import type { Dependencies } from '../src/ctx.ts'
import { newPerServer } from '../src/kit/per-server.ts'
import type { ShopSource } from '../src/ports/shop-source.ts'

const unavailable = (what: string) => (): never => {
  throw new Error(`nobody was to ask for ${what} here`)
}
const noFiles = unavailable('files')
const noExternalServices = unavailable('somebody outside')
const noShop: ShopSource = {
  verify: async () => noExternalServices(),
  startExport: async () => noExternalServices(),
  getExport: async () => noExternalServices(),
  cancelExport: async () => noExternalServices(),
  readExport: noExternalServices,
  getObject: async () => noExternalServices(),
  downloadImage: async () => noExternalServices(),
  subscribeWebhooks: async () => noExternalServices(),
}

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
    shopifyAt: noExternalServices,
    sampleShop: noShop,
  },
}
