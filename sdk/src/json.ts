/** undefined when the text is not JSON, which itself can't say undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
