import pg from 'pg'

const { builtins } = pg.types

/** `2026-11-15 09:30:00.12+00` becomes `2026-11-15T09:30:00.120Z`; every connection uses UTC (`database.ts`). */
function parseTimestamp(text: string): string {
  const [seconds = '', fraction = ''] = text.slice(0, -3).split('.')
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

/** Money is in minor units and must be exact, so a number that JavaScript would round is rejected. */
function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`)
  return value
}

const CUSTOM_PARSERS: Record<number, (text: string) => unknown> = {
  [builtins.TIMESTAMPTZ]: parseTimestamp,
  [builtins.INT8]: parseSafeInteger,
}

export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === 'binary' ? undefined : CUSTOM_PARSERS[oid]) ?? pg.types.getTypeParser(oid, format),
}
