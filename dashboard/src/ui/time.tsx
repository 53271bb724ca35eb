const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const RELATIVE_TIME = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** "3 minutes ago". Clocks differ slightly, so a time in the future counts as now. */
export function formatRelativeTime(at: Date, now: Date): string {
  const seconds = (now.getTime() - at.getTime()) / 1000
  for (const [unit, length] of UNITS)
    if (seconds >= length) return RELATIVE_TIME.format(-Math.floor(seconds / length), unit)
  return 'just now'
}

const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

export const formatDateTime = (at: string) => DATE_TIME.format(new Date(at))

/** A relative time; the exact one is in the tooltip. */
export function RelativeTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelativeTime(new Date(at), new Date())}
    </time>
  )
}

export function DateLabel({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {DATE.format(new Date(at))}
    </time>
  )
}
