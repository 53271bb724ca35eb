import type { ShopLine, ShopResource } from '../../ports/shop-lines.ts'
import type { ShopifyClient } from './client.ts'
import { childrenQuery, objectQuery, RESOURCES } from './queries.ts'

interface Page {
  nodes: { id: string }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

type Data = { object: (Record<string, unknown> & { id: string }) | null }

/** One object in the lines that an export would have: children after their parent, with its ID. */
export async function readObject<R extends ShopResource>(
  client: ShopifyClient,
  resource: R,
  gid: string,
  signal: AbortSignal,
): Promise<ShopLine<R>[] | undefined> {
  const { object } = await client.request<Data>({ query: objectQuery(resource), variables: { id: gid } }, signal)
  if (!object) return undefined
  const parent = { ...object }
  const children: unknown[] = []
  for (const connection of RESOURCES[resource].children) {
    const { name } = connection
    delete parent[name]
    let page = object[name] as Page | null
    while (page) {
      children.push(...page.nodes.map((node) => ({ ...node, __parentId: object.id })))
      if (!page.pageInfo.hasNextPage) break
      const variables = { id: gid, after: page.pageInfo.endCursor }
      const more = await client.request<Data>({ query: childrenQuery(resource, connection), variables }, signal)
      // Deleted while we were reading it.
      if (!more.object) return undefined
      page = more.object[name] as Page | null
    }
  }
  return [parent, ...children] as ShopLine<R>[]
}
