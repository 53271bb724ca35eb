import type { Bucket } from './history.ts'
import classes from './history-chart.module.css'
import { numberInWords, spanInWords } from './history-words.ts'

const GAP_PX = 12

interface Props {
  bucket: Bucket
  xPx: number
  widthPx: number
}

/** Beside the pointer, on the side where there is room. Only for those who point: the table says the same to all. */
export function ChartTooltip({ bucket, xPx, widthPx }: Props) {
  const isLeft = xPx > widthPx / 2
  return (
    <div
      aria-hidden
      className={classes.tooltip}
      data-side={isLeft ? 'left' : 'right'}
      style={{ left: isLeft ? xPx - GAP_PX : xPx + GAP_PX }}
    >
      <b>{spanInWords(bucket)}</b>
      <div>{`${numberInWords(bucket.accepted)} accepted`}</div>
      <div>{`${numberInWords(bucket.refused)} refused`}</div>
    </div>
  )
}
