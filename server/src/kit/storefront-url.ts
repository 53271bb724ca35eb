/** The product's page, from the shop's pattern such as `https://shop.example/products/{handle}`. */
export const toProductUrl = (pattern: string, product: { id: string; handle: string }): string =>
  new URL(pattern.replaceAll('{handle}', encodeURIComponent(product.handle)).replaceAll('{id}', product.id)).href

/** The same page with one variant selected. */
export function toVariantUrl(productUrl: string, variantId: string): string {
  const url = new URL(productUrl)
  url.searchParams.set('variant', variantId)
  return url.href
}

/**
 * What is wrong with a pattern; undefined when it is valid. A path is one of this server, whose address may change: the
 * demo shop has it.
 */
export function validateStorefrontUrl(urlOrPath: string): string | undefined {
  const pattern = urlOrPath.startsWith('/') ? `http://this-server.invalid${urlOrPath}` : urlOrPath
  const placeholders = pattern.match(/\{[^}]*\}?/g) ?? []
  if (placeholders.length === 0) return 'must contain {handle} or {id}, in place of the product'
  const unknown = placeholders.find((placeholder) => placeholder !== '{handle}' && placeholder !== '{id}')
  if (unknown) return `must contain only {handle} and {id}, not ${unknown}`
  const [one, other] = ['a', 'b'].map((text) =>
    URL.parse(pattern.replaceAll('{handle}', text).replaceAll('{id}', text)),
  )
  if (!one || !other) return 'must be an http or https URL, such as https://shop.example/products/{handle}'
  if (one.username || one.password) return 'must not contain a user name or password: everyone sees it'
  if (one.origin !== other.origin) return 'must not contain {handle} or {id} in the host name'
  return undefined
}
