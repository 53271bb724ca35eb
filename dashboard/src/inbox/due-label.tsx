import { Label } from '../ui/label.tsx'
import { formatDateTime } from '../ui/time.tsx'

const DAY_MS = 86_400_000
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** When somebody outside expects an answer, such as the bank in a dispute. */
export function DueLabel({ dueAt, nowMs, isLarge = false }: { dueAt: string; nowMs: number; isLarge?: boolean }) {
  const leftMs = Date.parse(dueAt) - nowMs
  const color = leftMs < DAY_MS ? 'red' : leftMs < 3 * DAY_MS ? 'orange' : 'gray'
  const day = DATE.format(new Date(dueAt))
  return (
    <Label isLarge={isLarge} color={color} title={`Due ${formatDateTime(dueAt)}`}>
      {leftMs < 0 ? `Overdue since ${day}` : `Due ${isLarge ? formatDateTime(dueAt) : day}`}
    </Label>
  )
}
