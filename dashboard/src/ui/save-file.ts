const REVOKE_DELAY_MS = 60_000

/** Downloads a file that the page has in memory. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Delayed: some browsers start reading the blob only after the click.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS)
}
