import type { Storedesk, Theme } from '@storedesk/sdk'

/** What every page shows around its content. */
export interface Layout {
  theme: Theme
  policies: { kind: string; title: string }[]
}

export async function loadLayout(api: Storedesk): Promise<Layout> {
  const [theme, policies] = await Promise.all([api.theme.get(), api.policies.list()])
  return { theme, policies: policies.data.map(({ kind, title }) => ({ kind, title })) }
}
