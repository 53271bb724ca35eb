/** Cost of one typo. Doubling a letter, or omitting one of two, is the most common typo. */
const EDIT_COST = 1
const DOUBLED_LETTER_COST = 0.5
/** First letters are rarely wrong. */
const FIRST_LETTER_COST = 0.3
/** `pullover` in `grobstrickpullover`: no typo, but only a part of the word. */
const COMPOUND_COST = 0.2
const MIN_COMPOUND_HEAD = 4

/** Allows one typo in a short word, two in a longer one, three in a very long one. */
const maxCost = (word: string): number => (word.length <= 4 ? 1 : word.length <= 8 ? 2 : 3) + FIRST_LETTER_COST

/** Returns the edit cost from the typed word to a vocabulary word; undefined when they are different words. */
export function spellingCost(typed: string, candidate: string): number | undefined {
  if (typed.length >= MIN_COMPOUND_HEAD && candidate.length > typed.length && candidate.endsWith(typed))
    return COMPOUND_COST
  const cost = editCost([...typed], [...candidate]) + (typed[0] === candidate[0] ? 0 : FIRST_LETTER_COST)
  return cost <= maxCost(typed) ? cost : undefined
}

/** Damerau–Levenshtein distance (insert, delete, replace, swap neighbors), with a lower cost for doubled letters. */
function editCost(typed: string[], candidate: string[]): number {
  const costs: number[][] = [[0]]
  const at = (i: number, j: number) => costs[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 0; i <= typed.length; i++) {
    costs[i] ??= []
    for (let j = 0; j <= candidate.length; j++) {
      if (i === 0 && j === 0) continue
      const isSame = i > 0 && j > 0 && typed[i - 1] === candidate[j - 1]
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === candidate[j - 2] && typed[i - 2] === candidate[j - 1]
      const row = costs[i] as number[]
      row[j] = Math.min(
        at(i - 1, j - 1) + (isSame ? 0 : EDIT_COST),
        at(i - 1, j) + (i > 1 && typed[i - 1] === typed[i - 2] ? DOUBLED_LETTER_COST : EDIT_COST),
        at(i, j - 1) + (j > 1 && candidate[j - 1] === candidate[j - 2] ? DOUBLED_LETTER_COST : EDIT_COST),
        isSwapped ? at(i - 2, j - 2) + EDIT_COST : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(typed.length, candidate.length)
}
