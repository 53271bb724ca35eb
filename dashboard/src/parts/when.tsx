import { agoInWords } from './ago.ts'

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

export const fullTime = (at: string) => FULL.format(new Date(at))

/** A moment as people say it; the exact time is in the tooltip. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullTime(at)}>
      {agoInWords(new Date(at), new Date())}
    </time>
  )
}

export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullTime(at)}>
      {DAY.format(new Date(at))}
    </time>
  )
}
