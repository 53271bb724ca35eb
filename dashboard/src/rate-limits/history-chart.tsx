import { Group, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useId, useState } from 'react'
import classes from './history-chart.module.css'
import {
  axisMax,
  type Bucket,
  barPaths,
  type ChartFrame,
  formatBucketSpan,
  formatCount,
  formatDate,
  formatTime,
  tickIndexes,
} from './request-history.ts'

const HEIGHT_PX = 220
const MARGIN_PX = { left: 44, top: 10, bottom: 26 }

export function HistoryChart({ buckets, summary }: { buckets: Bucket[]; summary: string }) {
  const patternId = useId()
  const { ref, width } = useElementSize()
  const [hoveredIndex, setHoveredIndex] = useState<number>()
  const frame: ChartFrame = {
    left: MARGIN_PX.left,
    top: MARGIN_PX.top,
    width: Math.max(0, width - MARGIN_PX.left),
    height: HEIGHT_PX - MARGIN_PX.top - MARGIN_PX.bottom,
  }
  const slot = frame.width / buckets.length
  const bars = barPaths(buckets, frame)
  const bucket = hoveredIndex === undefined ? undefined : buckets[hoveredIndex]
  const hoverAt = (xPx: number) => {
    const index = Math.floor((xPx - frame.left) / slot)
    setHoveredIndex(index >= 0 && index < buckets.length ? index : undefined)
  }

  return (
    <div className={classes.chart}>
      <ChartLegend patternId={patternId} />
      <div ref={ref} style={{ position: 'relative', height: HEIGHT_PX }}>
        <svg
          role="img"
          aria-label={summary}
          width={width}
          height={HEIGHT_PX}
          onPointerMove={(event) => hoverAt(event.clientX - event.currentTarget.getBoundingClientRect().left)}
          onPointerLeave={() => setHoveredIndex(undefined)}
        >
          {/* Catches the pointer between the bars, too. */}
          <rect width={width} height={HEIGHT_PX} fill="transparent" />
          <ChartAxes buckets={buckets} frame={frame} />
          {hoveredIndex === undefined ? null : (
            <rect
              className={classes.pointed}
              x={frame.left + hoveredIndex * slot}
              y={frame.top}
              width={slot}
              height={frame.height}
            />
          )}
          <path className={classes.accepted} d={bars.accepted} />
          <path fill={`url(#${patternId})`} d={bars.rejected} />
        </svg>
        {bucket && hoveredIndex !== undefined ? (
          <ChartTooltip bucket={bucket} xPx={frame.left + (hoveredIndex + 0.5) * slot} widthPx={width} />
        ) : null}
      </div>
    </div>
  )
}

const LABEL_GAP_PX = 8
const TIME_OFFSET_PX = 18
/** Half of the widest label: closer to the edge it would leave the chart. */
const EDGE_MARGIN_PX = 28

export function ChartAxes({ buckets, frame }: { buckets: Bucket[]; frame: ChartFrame }) {
  const { left, top, width, height } = frame
  const maxCount = axisMax(buckets)
  return (
    <g aria-hidden>
      {[0, maxCount / 2, maxCount].map((count) => {
        const y = top + height - (count / maxCount) * height
        return (
          <g key={count}>
            <line className={classes.grid} x1={left} x2={left + width} y1={y} y2={y} />
            <text className={classes.label} x={left - LABEL_GAP_PX} y={y} textAnchor="end" dominantBaseline="middle">
              {formatCount(count)}
            </text>
          </g>
        )
      })}
      {tickIndexes(buckets, width).map((index) => {
        const x = left + (index * width) / buckets.length
        const isAtEdge = x > left + width - EDGE_MARGIN_PX
        const startsAt = buckets[index]?.startsAt ?? new Date()
        return (
          <g key={index}>
            <line className={classes.grid} x1={x} x2={x} y1={top + height} y2={top + height + 4} />
            <text
              className={classes.label}
              x={isAtEdge ? left + width : x}
              y={top + height + TIME_OFFSET_PX}
              textAnchor={isAtEdge ? 'end' : 'middle'}
            >
              {startsAt.getHours() === 0 ? formatDate(startsAt) : formatTime(startsAt)}
            </text>
          </g>
        )
      })}
    </g>
  )
}

const LEGEND_SWATCH_PX = 14

export function ChartLegend({ patternId }: { patternId: string }) {
  return (
    <Group gap="lg" mb={4} aria-hidden>
      <Group gap={6} wrap="nowrap">
        <svg width={LEGEND_SWATCH_PX} height={LEGEND_SWATCH_PX} aria-hidden>
          <rect className={classes.accepted} width={LEGEND_SWATCH_PX} height={LEGEND_SWATCH_PX} rx={2} />
        </svg>
        <Text size="sm">Accepted</Text>
      </Group>
      <Group gap={6} wrap="nowrap">
        <svg width={LEGEND_SWATCH_PX} height={LEGEND_SWATCH_PX} aria-hidden>
          <defs>
            <HatchPattern id={patternId} />
          </defs>
          <rect fill={`url(#${patternId})`} width={LEGEND_SWATCH_PX} height={LEGEND_SWATCH_PX} rx={2} />
        </svg>
        <Text size="sm">Rejected with 429</Text>
      </Group>
    </Group>
  )
}

const TOOLTIP_GAP_PX = 12

interface ChartTooltipProps {
  bucket: Bucket
  xPx: number
  widthPx: number
}

/** Next to the pointer, on the side with more room. For pointers only: the table has the same data for everyone. */
export function ChartTooltip({ bucket, xPx, widthPx }: ChartTooltipProps) {
  const isLeft = xPx > widthPx / 2
  return (
    <div
      aria-hidden
      className={classes.tooltip}
      data-side={isLeft ? 'left' : 'right'}
      style={{ left: isLeft ? xPx - TOOLTIP_GAP_PX : xPx + TOOLTIP_GAP_PX }}
    >
      <b>{formatBucketSpan(bucket)}</b>
      <div>{`${formatCount(bucket.accepted)} accepted`}</div>
      <div>{`${formatCount(bucket.rejected)} rejected`}</div>
    </div>
  )
}

/** Stripes distinguish rejected requests, not color alone. */
export function HatchPattern({ id }: { id: string }) {
  return (
    <pattern id={id} width={4} height={4} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={4} height={4} fill="var(--rejected)" />
      <rect width={1.2} height={4} fill="var(--rejected-light)" />
    </pattern>
  )
}
