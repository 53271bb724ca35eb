/** Only these fields: of what a visitor sends, or of what they may see. */
export const pick = (value: unknown, names: string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(([name]) => names.includes(name)),
  )
