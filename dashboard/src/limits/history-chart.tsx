import { useElementSize } from '@mantine/hooks'
import { useId, useState } from 'react'
import { ChartAxes } from './chart-axes.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { barPaths, type Frame } from './chart-scale.ts'
import { ChartTooltip } from './chart-tooltip.tsx'
import type { Bucket } from './history.ts'
import classes from './history-chart.module.css'

const HEIGHT_PX = 220
const MARGIN_PX = { left: 44, top: 10, bottom: 26 }

export function HistoryChart({ buckets, summary }: { buckets: Bucket[]; summary: string }) {
  const hatching = useId()
  const { ref, width } = useElementSize()
  const [pointed, setPointed] = useState<number>()
  const frame: Frame = {
    left: MARGIN_PX.left,
    top: MARGIN_PX.top,
    width: Math.max(0, width - MARGIN_PX.left),
    height: HEIGHT_PX - MARGIN_PX.top - MARGIN_PX.bottom,
  }
  const slot = frame.width / buckets.length
  const bars = barPaths(buckets, frame)
  const bucket = pointed === undefined ? undefined : buckets[pointed]
  const pointAt = (xPx: number) => {
    const place = Math.floor((xPx - frame.left) / slot)
    setPointed(place >= 0 && place < buckets.length ? place : undefined)
  }

  return (
    <div className={classes.chart}>
      <ChartLegend hatching={hatching} />
      <div ref={ref} style={{ position: 'relative', height: HEIGHT_PX }}>
        <svg
          role="img"
          aria-label={summary}
          width={width}
          height={HEIGHT_PX}
          onPointerMove={(event) => pointAt(event.clientX - event.currentTarget.getBoundingClientRect().left)}
          onPointerLeave={() => setPointed(undefined)}
        >
          {/* So that the pointer is noticed between the bars too. */}
          <rect width={width} height={HEIGHT_PX} fill="transparent" />
          <ChartAxes buckets={buckets} frame={frame} />
          {pointed === undefined ? null : (
            <rect
              className={classes.pointed}
              x={frame.left + pointed * slot}
              y={frame.top}
              width={slot}
              height={frame.height}
            />
          )}
          <path className={classes.accepted} d={bars.accepted} />
          <path fill={`url(#${hatching})`} d={bars.refused} />
        </svg>
        {bucket && pointed !== undefined ? (
          <ChartTooltip bucket={bucket} xPx={frame.left + (pointed + 0.5) * slot} widthPx={width} />
        ) : null}
      </div>
    </div>
  )
}
