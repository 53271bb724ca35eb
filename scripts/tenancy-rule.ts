/** A statement may declare, with a reason in a comment, that it works across environments. */
const CROSS_TENANT_COMMENT = /\/\* all environments: [^*]+\*\//

/**
 * Returns the statement's tenant tables unless every mention is scoped to an environment: by `environment_id =`, by
 * `using (environment_id`, or as the first column of an insert.
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
