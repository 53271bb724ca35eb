import type { Ctx } from '../../ctx.ts'
import { listPublishedHandles } from './queries.ts'
import type { NavigationItem, Theme } from './schemas.ts'

type Navigation = Theme['navigation']

const MENUS = ['header', 'footer'] as const

/** The paths of links to a collection or product that is missing or not active. */
export async function findBrokenLinks(ctx: Ctx, navigation: Navigation): Promise<string[]> {
  const links = MENUS.flatMap((menu) =>
    navigation[menu].flatMap(({ items = [], ...link }, index) => {
      const path = `/navigation/${menu}/${index}`
      return [{ path, link }, ...items.map((item, at) => ({ path: `${path}/items/${at}`, link: item }))]
    }),
  )
  const collections = links.flatMap(({ link }) => link.collection ?? [])
  const products = links.flatMap(({ link }) => link.product ?? [])
  if (collections.length + products.length === 0) return []
  const published = await listPublishedHandles(ctx, collections, products)
  const exists = (kind: string, handle: string) => published.some((one) => one.kind === kind && one.handle === handle)
  return links.flatMap(({ path, link: { collection, product } }) => {
    const isBroken =
      (collection !== undefined && !exists('collection', collection)) ||
      (product !== undefined && !exists('product', product))
    return isBroken ? [path] : []
  })
}

/** What visitors get: a broken link with a submenu only opens it, others are gone. */
export function withoutLinks(navigation: Navigation, brokenLinks: string[]): Navigation {
  const keep = (links: NavigationItem[], parent: string): NavigationItem[] =>
    links.flatMap(({ items, ...link }, index) => {
      const path = `${parent}/${index}`
      const left = items && keep(items, `${path}/items`)
      const submenu = left && left.length > 0 ? { items: left } : {}
      if (brokenLinks.includes(path)) return left && left.length > 0 ? [{ label: link.label, ...submenu }] : []
      const hasTarget = (link.url ?? link.collection ?? link.product) !== undefined
      return hasTarget || (left && left.length > 0) ? [{ ...link, ...submenu }] : []
    })
  return {
    header: keep(navigation.header, '/navigation/header'),
    footer: keep(navigation.footer, '/navigation/footer'),
  }
}
