/** What one slip of the finger costs. To double a letter, or to forget one of two, is the most common of all. */
const SLIP = 1
const DOUBLED = 0.5
/** First letters are rarely wrong. */
const FIRST_LETTER = 0.3
/** `pullover` in `grobstrickpullover`: nothing is misspelled, but it is less than the word. */
const COMPOUND = 0.2
const SHORTEST_COMPOUND_HEAD = 4

/** What may be wrong with a word: one slip in a short word, two in a longer one, three in a very long one. */
const allowance = (word: string): number => (word.length <= 4 ? 1 : word.length <= 8 ? 2 : 3) + FIRST_LETTER

/** What it takes to get from the word somebody typed to a word of the shop. `undefined`: they are different words. */
export function spellingCost(typed: string, known: string): number | undefined {
  if (typed.length >= SHORTEST_COMPOUND_HEAD && known.length > typed.length && known.endsWith(typed)) return COMPOUND
  const cost = editCost([...typed], [...known]) + (typed[0] === known[0] ? 0 : FIRST_LETTER)
  return cost <= allowance(typed) ? cost : undefined
}

/** Damerau's distance (insert, delete, replace, swap two neighbors), where doubled letters are cheaper. */
function editCost(typed: string[], known: string[]): number {
  const costs: number[][] = [[0]]
  const at = (i: number, j: number) => costs[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 0; i <= typed.length; i++) {
    costs[i] ??= []
    for (let j = 0; j <= known.length; j++) {
      if (i === 0 && j === 0) continue
      const isSame = i > 0 && j > 0 && typed[i - 1] === known[j - 1]
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === known[j - 2] && typed[i - 2] === known[j - 1]
      const row = costs[i] as number[]
      row[j] = Math.min(
        at(i - 1, j - 1) + (isSame ? 0 : SLIP),
        at(i - 1, j) + (i > 1 && typed[i - 1] === typed[i - 2] ? DOUBLED : SLIP),
        at(i, j - 1) + (j > 1 && known[j - 1] === known[j - 2] ? DOUBLED : SLIP),
        isSwapped ? at(i - 2, j - 2) + SLIP : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(typed.length, known.length)
}
