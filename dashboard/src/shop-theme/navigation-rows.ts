import type { Branch, ThemeSettings } from './theme.ts'

const TARGETS = ['url', 'collection', 'product'] as const
export type Target = (typeof TARGETS)[number]

/** A link while it is edited: with a key of its own, which stays with it when it is moved. */
export interface Row {
  key: string
  label: string
  /** `none`: it leads nowhere itself and only opens what lies beneath. */
  to: Target | 'none'
  address: string
  items: Row[]
}

export interface Rows {
  header: Row[]
  footer: Row[]
}

/** Keys are made of places, so that the same navigation always makes the same rows. */
const rowsOf = (branches: Branch[], prefix: string): Row[] =>
  branches.map((branch, place) => {
    const key = `${prefix}.${place}`
    const to = TARGETS.find((target) => branch[target] !== undefined) ?? 'none'
    const address = to === 'none' ? '' : (branch[to] ?? '')
    return { key, label: branch.label, to, address, items: rowsOf(branch.items ?? [], key) }
  })

const branchesOf = (rows: Row[]): Branch[] =>
  rows.map(({ label, to, address, items }) => ({
    label: label.trim(),
    ...(to !== 'none' && { [to]: address.trim() }),
    ...(items.length > 0 && { items: branchesOf(items) }),
  }))

export const toRows = ({ header, footer }: ThemeSettings['navigation']): Rows => ({
  header: rowsOf(header, 'header'),
  footer: rowsOf(footer, 'footer'),
})

export const toNavigation = ({ header, footer }: Rows): ThemeSettings['navigation'] => ({
  header: branchesOf(header),
  footer: branchesOf(footer),
})

let made = 0
export const newRow = (): Row => {
  made += 1
  return { key: `new.${made}`, label: '', to: 'url', address: '', items: [] }
}

/** What a row is called while it has no words yet. */
export const nameOf = ({ label }: Row, place: number) => label || `link ${place + 1}`
