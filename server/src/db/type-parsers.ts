import pg from 'pg'

const { builtins } = pg.types

/** `2026-11-15 09:30:00.12+00` becomes `2026-11-15T09:30:00.120Z`; every connection speaks UTC (`database.ts`). */
function isoTimestamp(text: string): string {
  const [seconds = '', fraction = ''] = text.slice(0, -3).split('.')
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

/** Money is counted in minor units and must be exact, so a number that JavaScript would round is refused. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`)
  return value
}

const ours: Record<number, (text: string) => unknown> = {
  [builtins.TIMESTAMPTZ]: isoTimestamp,
  [builtins.INT8]: safeInteger,
}

export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (format === 'binary' ? undefined : ours[oid]) ?? pg.types.getTypeParser(oid, format),
}
