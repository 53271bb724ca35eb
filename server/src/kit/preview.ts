const MAX_LENGTH = 200

/** The beginning of a text on one line. It ends at a word: half an amount would be a wrong one. */
export function toPreview(text: string): string {
  // Of a long text, only as much as can matter.
  const line = text
    .slice(0, 10 * MAX_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line.length <= MAX_LENGTH) return line
  const cut = line.slice(0, MAX_LENGTH)
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > MAX_LENGTH / 2 ? lastSpace : MAX_LENGTH - 1)}…`
}
