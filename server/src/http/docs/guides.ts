import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../kit/project-root.ts'

/** A text of the repository, shown as a page. */
export interface Guide {
  /** Its address below `/docs/`. */
  slug: string
  /** Its path in the repository, which its links are relative to. */
  file: string
  group: string
}

/** In the order of the navigation. Texts in `docs/` that are not listed here come last. */
const GROUPS: Record<string, string[]> = {
  'Get started': [
    ...['quick-start', 'authentication', 'conventions', 'storefront', 'demo-shop', 'sandbox', 'sdk', 'errors'],
  ],
  Sell: [
    ...['catalog', 'carts', 'checkout', 'payments', 'orders', 'pricing', 'promotions', 'shipping-and-taxes'],
    ...['gift-cards', 'store-credit', 'loyalty', 'ledger', 'feeds', 'acp', 'shopify'],
  ],
  Customers: ['customers', 'customer-accounts', 'segments', 'leads', 'emails'],
  Support: [
    ...['inbox', 'tickets', 'automation', 'reports', 'inbound-email'],
    ...['chat', 'assistant', 'embedded-assistant', 'articles', 'mcp'],
  ],
  Integrate: ['events', 'webhooks', 'connections'],
  Operate: ['dashboard', 'deployment', 'settings', 'operations', 'scaling', 'capacity', 'backup', 'upgrading'],
  Project: ['architecture', 'glossary', 'routes', 'decisions', 'contributing', 'security'],
}

/** Those that are not `docs/<slug>.md`. */
const FILES: Record<string, string> = {
  sdk: 'sdk/README.md',
  settings: 'README.md',
  decisions: 'docs/decisions/README.md',
  contributing: 'CONTRIBUTING.md',
  security: 'SECURITY.md',
}

const fileOf = (slug: string): string => FILES[slug] ?? `docs/${slug}.md`

/** Without `decisions/…`, which only their own list links to. */
export async function listGuides(): Promise<Guide[]> {
  const listed = Object.entries(GROUPS).flatMap(([group, slugs]) =>
    slugs.map((slug) => ({ slug, file: fileOf(slug), group })),
  )
  const known = new Set(listed.map(({ file }) => file))
  const others = (await markdownIn('docs')).filter(({ file }) => !known.has(file))
  return [...listed, ...others.map((guide) => ({ ...guide, group: 'More' }))]
}

export const listDecisions = async (): Promise<Guide[]> =>
  (await markdownIn('docs/decisions'))
    .filter(({ slug }) => slug !== 'README')
    .map(({ slug, file }) => ({ slug: `decisions/${slug}`, file, group: 'Decisions' }))

async function markdownIn(folder: string): Promise<{ slug: string; file: string }[]> {
  const names = (await readdir(join(PROJECT_ROOT, folder))).filter((name) => name.endsWith('.md')).sort()
  return names.map((name) => ({ slug: name.slice(0, -3), file: `${folder}/${name}` }))
}

export async function readGuide({ slug, file }: Guide): Promise<string> {
  const text = await readFile(join(PROJECT_ROOT, file), 'utf8')
  return slug === 'settings' ? `# Settings\n${sectionOf(text, 'Settings')}` : text
}

/** The part of a text below one of its `##` headings. */
const sectionOf = (text: string, heading: string): string =>
  (text.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ')[0]?.replaceAll(/<!--.*?-->\n/g, '') ?? ''

/** The page of a file in the repository, if it has one. */
export function pageOf(file: string, hash: string): string | undefined {
  if (file === 'README.md') return hash === '' ? '/docs/' : '/docs/settings'
  const slug = Object.keys(FILES).find((name) => FILES[name] === file) ?? /^docs\/(.+)\.md$/.exec(file)?.[1]
  return slug && `/docs/${slug}${hash}`
}

/** Recorded requests and responses of every operation, by its ID. */
export interface Example {
  path: string
  headers?: Record<string, string>
  /** A string is a file; `bodyType` is its type. */
  body?: unknown
  bodyType?: string
  status: number
  /** Absent when the response is JSON. */
  responseType?: string
  response?: unknown
}

/** By tag, in files of their own: the OpenAPI document would be three times as large. */
export async function readExamples(tagSlug: string): Promise<Record<string, Example>> {
  try {
    return JSON.parse(await readFile(join(PROJECT_ROOT, 'docs/examples', `${tagSlug}.json`), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
