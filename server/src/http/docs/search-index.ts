import type { Section } from './markdown-page.ts'
import type { ApiOperation } from './openapi-types.ts'
import { slugOf } from './openapi-types.ts'

/** One thing that can be found: its title, its page, its address, its text, and how much it counts. */
type SearchEntry = [title: string, page: string, href: string, text: string]

/** Enough to find a section by its words; the whole text would double the size. */
const MAX_TEXT = 600

export const guideEntries = (pageTitle: string, path: string, sections: Section[]): SearchEntry[] =>
  sections
    .filter(({ title, text }) => title || text.trim())
    .map(({ title, id, text, level }) => [
      title || pageTitle,
      level === 1 ? 'Guide' : pageTitle,
      `${path}${level > 1 && id ? `#${id}` : ''}`,
      text.trim().slice(0, MAX_TEXT),
    ])

export const operationEntry = ({
  summary,
  tag,
  operationId,
  method,
  path,
  description = '',
}: ApiOperation): SearchEntry => [
  summary,
  `${method} ${path}`,
  `/docs/api/${slugOf(tag)}#${operationId}`,
  `${operationId} ${description.slice(0, MAX_TEXT)}`,
]

export const objectEntry = (name: string, description = ''): SearchEntry => [
  name,
  'Object',
  `/docs/objects/${name}`,
  description.slice(0, MAX_TEXT),
]

/** The codes of `docs/errors.md`, from the rows of its table. */
export const errorEntries = (source: string): SearchEntry[] =>
  [...source.matchAll(/^\| `(\w+)` \| (\d+) \| (.+?) \| (.+?) \|$/gm)].map(
    ([, code = '', status = '', cause = '', remedy = '']) => [
      code,
      `Error ${status}`,
      `/docs/errors#${code}`,
      `${cause} ${remedy}`,
    ],
  )

export const toSearchIndex = (entries: SearchEntry[]): string => JSON.stringify(entries)

export type { SearchEntry }
