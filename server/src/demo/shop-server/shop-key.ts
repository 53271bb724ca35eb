import type { Dependencies } from '../../ctx.ts'
import { deriveApiKey } from '../../kit/api-key.ts'

/**
 * The key of the demo shop's own server. Derived rather than stored, so that every server of the installation knows it
 * and no browser or file does. Whoever revokes it in the dashboard closes the demo shop.
 */
export const demoShopKey = ({ secretFor }: Pick<Dependencies, 'secretFor'>): string =>
  deriveApiKey('live', secretFor('demo shop key'))
