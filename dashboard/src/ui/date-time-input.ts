/** For a datetime-local input, which has no time zone: uses the browser's. */
export function toDateTimeInput(at: string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  const pad = (number: number) => String(number).padStart(2, '0')
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** `null` for an empty field, `undefined` for an invalid time. */
export function parseDateTimeInput(text: string): string | null | undefined {
  if (text === '') return null
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
