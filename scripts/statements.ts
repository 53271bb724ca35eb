import { globSync, readFileSync } from 'node:fs'

export interface SourceStatement {
  /** `file:line` of the tag. */
  location: string
  text: string
}

/**
 * Every statement of the server as PostgreSQL receives it: `sql` has no fragments, so each is complete in the source.
 */
export function readStatements(root: string): SourceStatement[] {
  return serverSources(root).flatMap(({ file, source }) =>
    [...source.matchAll(/\bsql`/g)].map((match) => ({
      location: `${file}:${source.slice(0, match.index).split('\n').length}`,
      text: templateText(source, match.index + match[0].length),
    })),
  )
}

export function serverSources(root: string): { file: string; source: string }[] {
  return globSync('server/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && file !== 'server/src/db/sql.ts')
    .map((file) => ({ file, source: readFileSync(`${root}/${file}`, 'utf8') }))
}

/** Reads from the opening backtick to the closing one; each `${…}` becomes the next parameter. */
function templateText(source: string, start: number): string {
  let text = ''
  let parameters = 0
  for (let index = start; index < source.length; index++) {
    if (source[index] === '`') return text
    if (source.startsWith('${', index)) {
      index = endOfExpression(source, index + 2)
      parameters += 1
      text += `$${parameters}`
    } else text += source[index]
  }
  throw new Error('a sql template is not closed')
}

function endOfExpression(source: string, start: number): number {
  let depth = 1
  for (let index = start; index < source.length; index++) {
    if (source[index] === '{') depth += 1
    if (source[index] === '}') depth -= 1
    if (depth === 0) return index
  }
  throw new Error('an expression in a sql template is not closed')
}
