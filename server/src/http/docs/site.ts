import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { escapeHtml } from '../../kit/escape-html.ts'
import { PROJECT_ROOT } from '../../kit/project-root.ts'
import type { Guide } from './guides.ts'
import { listDecisions, listGuides, readExamples, readGuide } from './guides.ts'
import { renderPage, type SiteFrame } from './layout.ts'
import { type MarkdownPage, renderGuide, renderText } from './markdown-page.ts'
import { type ApiOperation, listOperations, type OpenApiDocument, slugOf } from './openapi-types.ts'
import { referencePage } from './reference-page.ts'
import { fieldsTable } from './schema-table.ts'
import {
  errorEntries,
  guideEntries,
  objectEntry,
  operationEntry,
  type SearchEntry,
  toSearchIndex,
} from './search-index.ts'

interface SiteFile {
  type: string
  /** Its address changes with its content. */
  isImmutable?: boolean
  render: () => Promise<string>
}

const HTML = 'text/html; charset=utf-8'

/** The files of the documentation, by their path below `/docs/`. Each is rendered when somebody asks for it. */
export async function openSite(document: OpenApiDocument, baseUrl: string): Promise<Map<string, SiteFile>> {
  const [guides, decisions] = await Promise.all([listGuides(), listDecisions()])
  const read = (guide: Guide) => readText(guide, document, baseUrl)
  const titles = await readTitles(guides, read)
  const operations = listOperations(document)
  const tags = document.tags.filter(({ name }) => operations.some(({ tag }) => tag === name))
  const assets = readAssets()
  const frame: SiteFrame = {
    version: document.info.version,
    navigation: [
      ...[...new Set(guides.map(({ group }) => group))].map((group) => ({
        group,
        links: guides
          .filter((guide) => guide.group === group)
          .map(({ slug }) => ({ href: `/docs/${slug}`, title: titles.get(slug) ?? slug })),
      })),
      { group: 'API reference', links: tags.map(({ name }) => ({ href: `/docs/api/${slugOf(name)}`, title: name })) },
    ],
    assets: {
      style: `/docs/${assets.style.path}`,
      script: `/docs/${assets.script.path}`,
      theme: `/docs/${assets.theme.path}`,
    },
  }

  const files = new Map<string, SiteFile>()
  const addPage = (path: string, render: () => Promise<string>) => files.set(path, { type: HTML, render })
  addPage('', async () => renderHome(frame, document, titles))
  for (const guide of [...guides, ...decisions]) addPage(guide.slug, () => guidePage(frame, guide, read))
  for (const tag of tags) {
    const own = operations.filter((operation) => operation.tag === tag.name)
    addPage(`api/${slugOf(tag.name)}`, () => tagPage(frame, tag, own, document, baseUrl))
  }
  for (const name of Object.keys(document.components.schemas)) {
    addPage(`objects/${name}`, async () => objectPage(frame, name, document))
  }
  for (const { path, type, content } of Object.values(assets)) {
    files.set(path, { type, isImmutable: true, render: async () => content })
  }
  const everything = { guides, operations, document, read }
  files.set('search.json', { type: 'application/json; charset=utf-8', render: () => searchIndex(everything) })
  return files
}

type ReadText = (guide: Guide) => Promise<string>

/** Whoever reads the guides of their own server can paste the commands: they name its address. */
const COMMAND_GROUPS = new Set(['Get started', 'Sell', 'Customers', 'Support', 'Integrate'])

async function readText(guide: Guide, { info }: OpenApiDocument, baseUrl: string): Promise<string> {
  // The rules for every operation are part of the OpenAPI document, so that its other readers have them too.
  if (guide.slug === 'conventions') return info.description.replace(/^.*?\n\n/, '# Conventions\n\n')
  const text = await readGuide(guide)
  return COMMAND_GROUPS.has(guide.group) ? text.replaceAll('http://127.0.0.1:8080', baseUrl) : text
}

async function readTitles(guides: Guide[], read: ReadText): Promise<Map<string, string>> {
  const titles = await Promise.all(
    guides.map(async (guide) => [guide.slug, /^# (.+)$/m.exec(await read(guide))?.[1] ?? guide.slug] as const),
  )
  return new Map(titles.map(([slug, title]) => [slug, NAVIGATION_TITLES[slug] ?? title.replaceAll('`', '')]))
}

/** Where the heading of a text says less in a list than under its own address. */
const NAVIGATION_TITLES: Record<string, string> = { sdk: 'TypeScript SDK', errors: 'Error codes' }

/** What somebody new opens first. */
const FIRST_PAGES: Record<string, string> = {
  'quick-start': 'From a clone to a paid order in five minutes.',
  authentication: 'Keys, scopes, limits, and how to replace a key.',
  conventions: 'Money, pages of lists, retries and errors: the same everywhere.',
  storefront: 'What browsers and apps may call without a key.',
  sandbox: 'Test keys, test cards, and what to do before going live.',
  checkout: 'The three ways to pay.',
  webhooks: 'Events sent to your server, signed and retried.',
  sdk: 'The typed client for Node and browsers.',
  errors: 'Every code, with its cause and what to do.',
}

const ASSET_TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

function readAssets() {
  const read = (name: string, extension: keyof typeof ASSET_TYPES) => {
    const content = readFileSync(join(PROJECT_ROOT, `server/src/http/docs/assets/${name}.${extension}`), 'utf8')
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
    return { path: `assets/${name}-${hash}.${extension}`, type: ASSET_TYPES[extension], content }
  }
  return { style: read('docs', 'css'), script: read('docs', 'js'), theme: read('theme', 'js') }
}

function renderHome(frame: SiteFrame, { info, tags }: OpenApiDocument, titles: Map<string, string>): string {
  const [lead = ''] = info.description.split('\n\n')
  const cards = Object.entries(FIRST_PAGES).map(
    ([slug, about]) =>
      `<li><a href="/docs/${slug}">${escapeHtml(titles.get(slug) ?? slug)} <span>${escapeHtml(about)}</span></a></li>`,
  )
  const sections = tags.map(
    ({ name, description }) =>
      `<li><a href="/docs/api/${slugOf(name)}">${escapeHtml(name)}</a> <span>${escapeHtml(description)}</span></li>`,
  )
  const html = `<h1>Storedesk</h1>
<p class="lead">${escapeHtml(lead)}</p>
<ul class="cards">${cards.join('')}</ul>
<h2 id="reference">API reference</h2>
<ul class="sections">${sections.join('')}</ul>`
  return renderPage(frame, { path: '/docs/', title: 'Storedesk', description: lead, html })
}

async function guidePage(frame: SiteFrame, guide: Guide, read: ReadText): Promise<string> {
  const { title, html, sections } = renderGuide(await read(guide), guide)
  const contents = sections.filter(({ level, id }) => id && level > 1 && level < 4)
  return renderPage(frame, {
    path: `/docs/${guide.slug}`,
    title,
    description: sections.find(({ text }) => text)?.text.slice(0, 160) ?? title,
    html: `<article>${html}</article>`,
    contents: contents.map(({ id, title, level }) => ({ href: `#${id}`, title, level })),
  })
}

async function tagPage(
  frame: SiteFrame,
  tag: { name: string; description: string },
  operations: ApiOperation[],
  document: OpenApiDocument,
  baseUrl: string,
): Promise<string> {
  const examples = await readExamples(slugOf(tag.name))
  return renderPage(frame, {
    path: `/docs/api/${slugOf(tag.name)}`,
    title: tag.name,
    description: tag.description,
    html: referencePage(tag, operations, { document, examples, baseUrl }),
  })
}

function objectPage(frame: SiteFrame, name: string, document: OpenApiDocument): string {
  const schema = document.components.schemas[name] ?? {}
  const html = `<h1><code>${escapeHtml(name)}</code></h1>
${schema.description ? renderText(schema.description) : ''}
${fieldsTable(schema, document) || fieldsTable({ properties: { [name]: schema } }, document)}`
  const description = schema.description ?? `Fields of ${name}.`
  return renderPage(frame, { path: `/docs/objects/${name}`, title: name, description, html })
}

/** Other requests get their turn after each text. */
async function searchIndex(site: {
  guides: Guide[]
  operations: ApiOperation[]
  document: OpenApiDocument
  read: ReadText
}): Promise<string> {
  const entries: SearchEntry[] = site.operations.map(operationEntry)
  for (const guide of site.guides) {
    const source = await site.read(guide)
    const { title, sections }: MarkdownPage = renderGuide(source, guide)
    entries.push(...guideEntries(title, `/docs/${guide.slug}`, sections))
    if (guide.slug === 'errors') entries.push(...errorEntries(source))
    await immediate()
  }
  for (const [name, { description }] of Object.entries(site.document.components.schemas)) {
    entries.push(objectEntry(name, description))
  }
  return toSearchIndex(entries)
}
