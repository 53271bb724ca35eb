/** Returns undefined when the text is not JSON; JSON itself cannot express undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
