/** A statement may say that it works across environments, and why, in a comment of its own. */
const CROSS_TENANT_COMMENT = /\/\* all environments: [^*]+\*\//

/**
 * The tenants' tables of a statement, when not each mention of one is held to an environment: by `environment_id =`,
 * by `using (environment_id`, or as the first column of an insert. Empty when all is well.
 */
export function findUnscopedTables(text: string, tables: string[]): string[] {
  if (CROSS_TENANT_COMMENT.test(text)) return []
  const plain = text.replace(/on conflict\s*\([^)]*\)/gi, '')
  // `events.id` and `… as events` are columns; `from events`, `public.events` and `only events` are the table.
  const mentions = tables.flatMap(
    (table) => plain.match(new RegExp(`(?<!\\bas\\s+)\\b${table}\\b(?!\\s*\\.)`, 'gi')) ?? [],
  )
  const scopedCount = plain.match(/\benvironment_id\s*=|\(\s*environment_id\b/gi)?.length ?? 0
  return scopedCount < mentions.length ? mentions : []
}
