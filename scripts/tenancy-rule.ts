/** A statement may declare, with a reason in a comment, that it works across environments. */
export const CROSS_TENANT_COMMENT = /\/\* all environments: [^*]+\*\//

interface TableUse {
  table: string
  alias: string
  scope: number
  at: number
  isScoped: boolean
}

/** Words that can follow a table and are not its alias. */
const KEYWORDS = new Set(
  'on using where set join left right inner cross full natural order group limit for returning values select union except intersect as default having offset window do when tablesample with lateral overriding not and or'.split(
    ' ',
  ),
)

/**
 * Returns the tenant tables of a statement that no condition ties to an environment. Each use of a table counts for
 * itself: its alias needs `environment_id =` a value, or the `environment_id` of another use that has one.
 */
export function findUnscopedTables(text: string, tables: string[]): string[] {
  if (CROSS_TENANT_COMMENT.test(text)) return []
  const plain = text
    .replace(/\/\*.*?\*\//gs, ' ')
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/on\s+conflict\s*\([^)]*\)/gi, (match) => ' '.repeat(match.length))
  const { scopeAt, parents } = readScopes(plain)
  const uses = findTableUses(plain, tables, scopeAt)
  const find = (alias: string, at: number): TableUse | undefined => {
    for (let scope: number | undefined = scopeAt(at); scope !== undefined; scope = parents[scope]) {
      const found = uses.findLast((use) => use.scope === scope && use.alias === alias)
      if (found) return found
    }
    return undefined
  }

  const links: [TableUse, TableUse][] = []
  const reference = '(?:(\\w+)\\.)?environment_id\\b'
  const tuple = (inside: string) => `\\(\\s*${inside}[^()]*\\)`
  const equals = `${reference}\\s*=\\s*(?!any\\b|all\\b)(?:${reference}|\\S)`
  const equalTuples = `${tuple(reference)}\\s*(?:=|in)\\s*(?:${tuple(reference)}|\\()`
  for (const match of plain.matchAll(new RegExp(`(?<![\\w.])(?:${equals}|${equalTuples})`, 'gi'))) {
    const isTuple = match[0].startsWith('(')
    const [left, right] = isTuple ? [match[3], match[4]] : [match[1], match[2]]
    const sides = match[0].match(/environment_id/gi)?.length ?? 0
    const own = (alias: string | undefined) => (alias ? find(alias.toLowerCase(), match.index) : undefined)
    const scope = scopeAt(match.index)
    const targets = left ? [own(left)] : uses.filter((use) => use.scope === scope)
    const source = own(right)
    for (const target of targets) {
      if (target && source) links.push([target, source])
      // A value, or a subquery, which is checked for itself; never the column's own name.
      else if (target && (sides === 1 || right)) target.isScoped = true
      else if (source && !target) source.isScoped = true
    }
    if (!left && source && targets.length === 0) source.isScoped = true
  }
  for (const match of plain.matchAll(/\busing\s*\(\s*environment_id\b/gi)) {
    const scope = scopeAt(match.index)
    const earlier = uses.filter((use) => use.scope === scope && use.at < match.index)
    const joined = earlier.at(-1)
    // Joined to a common table expression or a function, which is checked for itself.
    if (joined && earlier.length === 1) joined.isScoped = true
    for (const other of earlier.slice(0, -1)) if (joined) links.push([joined, other])
  }
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const [one, other] of links) {
      if (one.isScoped === other.isScoped) continue
      one.isScoped = other.isScoped = isChanged = true
    }
  }
  return uses.filter(({ isScoped }) => !isScoped).map(({ table }) => table)
}

/**
 * The caller of a view filters by its first column, `environment_id`: the table it comes from is scoped, and every other
 * table has to be tied to that one.
 */
export function findUnscopedTablesOfView(definition: string, tables: string[]): string[] {
  const [, column] =
    /^\s*select\s+(?:distinct\s+on\s*\(.*?\)\s+)?((?:\w+\.)?environment_id)\s*,/is.exec(definition) ?? []
  const query = definition.replace(/;\s*$/, '')
  return findUnscopedTables(column ? `${query} and ${column} = $1` : query, tables)
}

/** A scope is a query: a statement, a subquery, a common table expression or one side of a union. */
function readScopes(text: string) {
  const scopes: number[] = new Array(text.length)
  const parents: (number | undefined)[] = [undefined]
  const open: { scope: number; isQuery: boolean }[] = [{ scope: 0, isQuery: true }]
  const top = () => open.at(-1) ?? { scope: 0, isQuery: true }
  for (let at = 0; at < text.length; at++) {
    const rest = text.slice(at, at + 40)
    if (text[at] === '(') {
      const isQuery = /^\(\s*(select|with|insert|update|delete|merge)\b/i.test(rest)
      if (isQuery) parents.push(top().scope)
      open.push({ scope: isQuery ? parents.length - 1 : top().scope, isQuery })
    } else if (text[at] === ')') {
      if (open.length > 1) open.pop()
    } else if (/^\b(union|except|intersect)\b/i.test(rest) && !/\w/.test(text[at - 1] ?? ' ')) {
      parents.push(parents[top().scope])
      top().scope = parents.length - 1
    }
    scopes[at] = top().scope
  }
  return { scopeAt: (at: number) => scopes[at] ?? 0, parents }
}

function findTableUses(text: string, tables: string[], scopeAt: (at: number) => number): TableUse[] {
  // `events.id`, `count(events)` and `… as events` are not uses of the table.
  const pattern = new RegExp(
    `(\\binto\\s+|\\bfrom\\s+|\\bjoin\\s+|\\bupdate\\s+|\\busing\\s+|,\\s*)(?:lateral\\s+)?(?:only\\s+)?(?:public\\.)?(${tables.join('|')})\\b(?!\\s*\\.)(?=(?:\\s+(?:as\\s+)?(\\w+))?(\\s*\\([^)]*\\))?)`,
    'gi',
  )
  const ctes = new Set(
    [...text.matchAll(/(?:\bwith\s+(?:recursive\s+)?|,\s*)(\w+)\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi)].map(
      ([, name = '']) => name.toLowerCase(),
    ),
  )
  return [...text.matchAll(pattern)].flatMap((match): TableUse[] => {
    const [, before = '', table = '', word, columns] = match
    const name = table.toLowerCase()
    const at = match.index + before.length
    if (ctes.has(name) && !/into|update/i.test(before)) return []
    if (before.startsWith(',') && !isInFromList(text, match.index, scopeAt)) return []
    const alias = word && !KEYWORDS.has(word.toLowerCase()) ? word.toLowerCase() : name
    const isScoped = /^into/i.test(before) && /\(\s*environment_id\b/i.test(columns ?? '')
    return [{ table: name, alias, scope: scopeAt(at), at, isScoped }]
  })
}

/** Whether a comma separates tables rather than columns or conditions. */
function isInFromList(text: string, at: number, scopeAt: (at: number) => number): boolean {
  const clauses = [
    ...text.slice(0, at).matchAll(/\b(select|from|where|group\s+by|order\s+by|set|returning|values|on)\b/gi),
  ]
  const last = clauses.findLast((clause) => scopeAt(clause.index) === scopeAt(at))
  return last?.[0].toLowerCase() === 'from'
}
