import { formatRelativeTime } from './relative-time.ts'

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
