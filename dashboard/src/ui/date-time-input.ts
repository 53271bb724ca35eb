/** For a field of dates and times, which knows no time zones: that of the browser. */
export function toDateTimeInput(at: string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  const pad = (number: number) => String(number).padStart(2, '0')
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** `null` for an empty field, `undefined` for what is no time. */
export function parseDateTimeInput(text: string): string | null | undefined {
  if (text === '') return null
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
