import type { ListItem } from '../api.ts'
import { resource } from '../resource.ts'

export type LibraryImage = ListItem<'/v1/catalog/images'>

/** Whether it is used changes with every product. */
export const images = resource('/v1/catalog/images', { staleTime: 0 })

/** The name, or what it is for. */
export const imageTitle = ({ title, productCount }: LibraryImage): string =>
  title ?? (productCount > 0 ? 'Product image' : 'Image')

const KB = 1000

/** "1.2 MB". */
export const formatSize = (bytes: number): string =>
  bytes < KB * KB ? `${Math.max(1, Math.round(bytes / KB))} kB` : `${(bytes / KB / KB).toFixed(1)} MB`

export const formatUse = ({ used, productCount }: LibraryImage): string => {
  if (productCount > 0) return productCount === 1 ? '1 product' : `${productCount} products`
  return used ? 'In use' : 'Not used'
}
