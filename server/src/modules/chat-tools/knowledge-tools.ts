import { searchPassages } from '../articles/articles.ts'
import type { ToolHandler } from './tool-handler.ts'

const DEFAULT_LIMIT = 4

/** In the language of the question, which may differ from that of the conversation. */
export const searchKnowledge: ToolHandler<'search_shop_policies_and_faqs'> = async (
  ctx,
  { query, limit = DEFAULT_LIMIT },
) => ({ passages: await searchPassages(ctx, query, { limit }) })
