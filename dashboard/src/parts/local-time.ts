/** For a field of dates and times, which knows no time zones: that of the browser. */
export function localTimeText(at: string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** `null` for an empty field, `undefined` for what is no time. */
export function timeOf(text: string): string | null | undefined {
  if (text === '') return null
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
