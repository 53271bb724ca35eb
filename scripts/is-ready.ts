/** Whether a server at this address takes requests. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })
    await answer.text()
    return answer.status === 200
  } catch {
    return false
  }
}
