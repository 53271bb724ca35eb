import { type Frame, tickPlaces, topOf } from './chart-scale.ts'
import type { Bucket } from './history.ts'
import classes from './history-chart.module.css'
import { dateInWords, numberInWords, timeInWords } from './history-words.ts'

const LABEL_GAP_PX = 8
const TIME_DROP_PX = 18
/** Half of the widest label: nearer to the edge it would stand outside of the chart. */
const EDGE_PX = 28

export function ChartAxes({ buckets, frame }: { buckets: Bucket[]; frame: Frame }) {
  const { left, top, width, height } = frame
  const highest = topOf(buckets)
  return (
    <g aria-hidden>
      {[0, highest / 2, highest].map((count) => {
        const y = top + height - (count / highest) * height
        return (
          <g key={count}>
            <line className={classes.grid} x1={left} x2={left + width} y1={y} y2={y} />
            <text className={classes.label} x={left - LABEL_GAP_PX} y={y} textAnchor="end" dominantBaseline="middle">
              {numberInWords(count)}
            </text>
          </g>
        )
      })}
      {tickPlaces(buckets, width).map((place) => {
        const x = left + (place * width) / buckets.length
        const isAtEdge = x > left + width - EDGE_PX
        const at = buckets[place]?.startsAt ?? new Date()
        return (
          <g key={place}>
            <line className={classes.grid} x1={x} x2={x} y1={top + height} y2={top + height + 4} />
            <text
              className={classes.label}
              x={isAtEdge ? left + width : x}
              y={top + height + TIME_DROP_PX}
              textAnchor={isAtEdge ? 'end' : 'middle'}
            >
              {at.getHours() === 0 ? dateInWords(at) : timeInWords(at)}
            </text>
          </g>
        )
      })}
    </g>
  )
}
