import type { Ctx } from '../../ctx.ts'
import { foldText } from '../../kit/fold-text.ts'
import { markdownToText } from '../../kit/markdown.ts'
import { policyPageUrl } from '../buyer-pages/buyer-pages.ts'
import { listPublishedPolicies } from '../policies/policies.ts'
import type { Passage } from './schemas.ts'
import { type ToolHandler, toShortText } from './tool-handler.ts'

const DEFAULT_LIMIT = 4

export const searchKnowledge: ToolHandler<'search_shop_policies_and_faqs'> = async (
  ctx,
  { query, limit = DEFAULT_LIMIT },
) => ({ passages: (await searchPolicies(ctx, query)).slice(0, limit) })

async function searchPolicies(ctx: Ctx, query: string): Promise<Passage[]> {
  const words = toWords(query)
  const policies = await listPublishedPolicies(ctx)
  return policies
    .flatMap(({ kind, title, body, updatedAt }) =>
      splitByHeading(body).map(({ heading, text }) => ({
        source: 'policy' as const,
        id: kind,
        title,
        heading,
        url: policyPageUrl(ctx, kind),
        text: toShortText(markdownToText(text).trim()),
        score: scoreOf(words, `${title} ${heading ?? ''} ${text}`),
        updatedAt,
      })),
    )
    .filter(({ score, text }) => score > 0 && text !== '')
    .sort((one, other) => other.score - one.score)
}

interface Section {
  heading: string | null
  text: string
}

function splitByHeading(body: string): Section[] {
  const sections: Section[] = [{ heading: null, text: '' }]
  for (const line of body.split('\n')) {
    const heading = /^#{1,6}[ \t]+(.+?)[ \t#]*$/.exec(line)?.[1]
    const last = sections.at(-1)
    if (heading !== undefined) sections.push({ heading, text: '' })
    else if (last) last.text += `${line}\n`
  }
  return sections
}

/** Shorter ones are articles and pronouns, in English as in German. */
const MIN_WORD_LENGTH = 4
/** Enough of a word to find its other forms. */
const STEM_LENGTH = 5

const toWords = (text: string): string[] => [
  ...new Set(
    (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => word.length >= MIN_WORD_LENGTH)
      .map((word) => word.slice(0, STEM_LENGTH)),
  ),
]

function scoreOf(words: readonly string[], text: string): number {
  const found = new Set(toWords(text))
  return words.length === 0 ? 0 : words.filter((word) => found.has(word)).length / words.length
}
