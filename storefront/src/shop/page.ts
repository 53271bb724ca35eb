import type { Storedesk } from '@storedesk/sdk'
import type { ComponentType } from 'react'
import type { Layout } from './layout.ts'
import type { ShopServer } from './shop-server.ts'

/** What a page may use to load its data, in the browser and on the server alike. */
export interface LoadContext {
  api: Storedesk
  server: ShopServer
  params: Record<string, string>
  query: URLSearchParams
}

export interface Head {
  title: string
  description?: string | null | undefined
  /** Path of the page without choices such as a variant or a filter. */
  canonical?: string | undefined
  /** Pages that only make sense for one visitor. */
  isPrivate?: boolean
  jsonLd?: object | undefined
}

export interface Page<Data = unknown> {
  /** Without it the page needs no data. */
  load?: (context: LoadContext) => Promise<Data>
  head: (data: Data, layout: Layout) => Head
  View: ComponentType<{ data: Data }>
}

/** A page with its data: all that is needed to show it. */
export interface Screen {
  /** Path and query. */
  url: string
  status: number
  page: Page
  data: unknown
  head: Head
}

/** Checks that the parts of a page agree on its data; the router then needs to know nothing about it. */
export const definePage = <Data>(page: Page<Data>): Page => page as unknown as Page
