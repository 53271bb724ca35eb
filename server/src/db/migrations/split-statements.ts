export interface MigrationStatement {
  /** As PostgreSQL receives it. */
  text: string
  /** Lowercase, on one line, without comments and with empty literals: for looking at it. */
  outline: string
  /** Of the first word. */
  line: number
}

/** A comment, a string, a function body or a quoted name: a semicolon inside ends nothing. */
const OPAQUE =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|"(?:[^"]|"")*"/g

/** Statements of a file, one by one: what runs outside of a transaction must be sent alone. */
export function splitStatements(source: string): MigrationStatement[] {
  // The same length as the source, so that positions in one are positions in the other.
  const masked = source.replace(OPAQUE, (found) => {
    if (found.startsWith('--') || found.startsWith('/*')) return ' '.repeat(found.length)
    return found.startsWith('"') ? found.replaceAll(';', '_') : `'${' '.repeat(found.length - 2)}'`
  })
  const statements: MigrationStatement[] = []
  for (let start = 0; start < masked.length; ) {
    const semicolon = masked.indexOf(';', start)
    const end = semicolon === -1 ? masked.length : semicolon
    const code = masked.slice(start, end)
    const first = start + code.search(/\S|$/)
    if (first < end) {
      statements.push({
        text: source.slice(first, end).trimEnd(),
        outline: code.replace(/\s+/g, ' ').trim().toLowerCase(),
        line: source.slice(0, first).split('\n').length,
      })
    }
    start = end + 1
  }
  return statements
}
