const ID = /^[a-z]+_[0-9a-z]{26}$/

/** The page above the item that a path shows: `/orders` for `/orders/ord_…/refund`. Nothing without an item. */
export function listPathOf(pathname: string, pages: readonly string[]): string | undefined {
  const segments = pathname.split('/')
  let length = segments.findIndex((segment) => ID.test(segment))
  if (length === -1) return undefined
  const path = () => segments.slice(0, length).join('/')
  while (length > 1 && !pages.includes(path())) length -= 1
  return path() || '/'
}
