/** Whether the server at this URL accepts requests. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })
    await response.text()
    return response.status === 200
  } catch {
    return false
  }
}
