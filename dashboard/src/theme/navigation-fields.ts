import type { NavigationLink, Theme, ThemeSettings } from './theme.ts'

export const LINK_TARGETS = ['url', 'collection', 'product'] as const
export type LinkTarget = (typeof LINK_TARGETS)[number]

/** A link in the form; `key` identifies the row when it moves. */
export interface NavigationRowFields {
  key: string
  label: string
  /** `none`: the link has no target and only opens its submenu. */
  to: LinkTarget | 'none'
  address: string
  items: NavigationRowFields[]
}

export interface NavigationFields {
  header: NavigationRowFields[]
  footer: NavigationRowFields[]
}

/** Keys are derived from positions, so that the same navigation always yields the same rows. */
const toRowFields = (links: NavigationLink[], prefix: string): NavigationRowFields[] =>
  links.map((link, index) => {
    const key = `${prefix}.${index}`
    const to = LINK_TARGETS.find((target) => link[target] !== undefined) ?? 'none'
    const address = to === 'none' ? '' : (link[to] ?? '')
    return { key, label: link.label, to, address, items: toRowFields(link.items ?? [], key) }
  })

const toLinks = (rows: NavigationRowFields[]): NavigationLink[] =>
  rows.map(({ label, to, address, items }) => ({
    label: label.trim(),
    ...(to !== 'none' && { [to]: address.trim() }),
    ...(items.length > 0 && { items: toLinks(items) }),
  }))

export const toNavigationFields = ({ header, footer }: ThemeSettings['navigation']): NavigationFields => ({
  header: toRowFields(header, 'header'),
  footer: toRowFields(footer, 'footer'),
})

export const toNavigation = ({ header, footer }: NavigationFields): ThemeSettings['navigation'] => ({
  header: toLinks(header),
  footer: toLinks(footer),
})

let rowCount = 0
export const newRow = (): NavigationRowFields => {
  rowCount += 1
  return { key: `new.${rowCount}`, label: '', to: 'url', address: '', items: [] }
}

/** Name of a row that has no label yet. */
export const rowName = ({ label }: NavigationRowFields, index: number) => label || `link ${index + 1}`

/** Identifies what a row links to, wherever it moves. */
const targetOf = ({ to, address }: Pick<NavigationRowFields, 'to' | 'address'>) => `${to}:${address.trim()}`

/** Whether the saved theme links to the same target, and visitors can't open it. */
export function isBrokenLink(row: NavigationRowFields, { navigation, brokenLinks }: Theme): boolean {
  const { header, footer } = toNavigationFields(navigation)
  const broken = Object.entries({ header, footer }).flatMap(([menu, rows]) =>
    rows.flatMap((saved, index) => {
      const path = `/navigation/${menu}/${index}`
      const nested = saved.items.filter((_, at) => brokenLinks.includes(`${path}/items/${at}`))
      return brokenLinks.includes(path) ? [saved, ...nested] : nested
    }),
  )
  return broken.some((one) => targetOf(one) === targetOf(row))
}
