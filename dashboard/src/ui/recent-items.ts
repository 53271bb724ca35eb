/** A page that was opened in this tab: an order, a customer, a product. */
export interface RecentItem {
  to: string
  label: string
}

const KEY = 'storedesk.recent'
const MAX_ITEMS = 8

/**
 * In the tab's own storage, which ends with it: names of customers must not stay behind on a shared computer. Another
 * environment has other items.
 */
export function listRecentItems(environmentId: string): RecentItem[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(`${KEY}.${environmentId}`) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecentItem) : []
  } catch {
    return []
  }
}

export function recordRecentItem(environmentId: string, item: RecentItem): void {
  const others = listRecentItems(environmentId).filter(({ to }) => to !== item.to)
  try {
    sessionStorage.setItem(`${KEY}.${environmentId}`, JSON.stringify([item, ...others].slice(0, MAX_ITEMS)))
  } catch {
    // Without storage there are no recent items.
  }
}

export function clearRecentItems(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key)
}

const isRecentItem = (item: unknown): item is RecentItem =>
  typeof item === 'object' &&
  item !== null &&
  'to' in item &&
  typeof item.to === 'string' &&
  /^\/[\w-]/.test(item.to) &&
  'label' in item &&
  typeof item.label === 'string'
