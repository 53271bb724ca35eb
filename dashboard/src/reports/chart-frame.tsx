import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import classes from './chart.module.css'
import { type Frame, labelIndexes } from './report-charts.ts'
import { type DayRange, formatDay, formatPeriod } from './report-labels.ts'

const HEIGHT_PX = 220
const MARGIN_PX = { left: 60, top: 10, bottom: 26 }
const LABEL_GAP_PX = 8
const LABEL_OFFSET_PX = 18
const TOOLTIP_GAP_PX = 12

interface Props<Period extends DayRange> {
  periods: Period[]
  summary: string
  /** The end of the vertical axis. */
  max: number
  formatValue: (value: number) => string
  /** What the tooltip says about a period. */
  describe: (period: Period) => string[]
  children: (frame: Frame) => ReactNode
}

/** Axes and a tooltip around the marks of a chart. */
export function ChartFrame<Period extends DayRange>({
  periods,
  summary,
  max,
  formatValue,
  describe,
  children,
}: Props<Period>) {
  const { ref, width } = useElementSize()
  const [hovered, setHovered] = useState<number>()
  const frame: Frame = {
    left: MARGIN_PX.left,
    top: MARGIN_PX.top,
    width: Math.max(0, width - MARGIN_PX.left),
    height: HEIGHT_PX - MARGIN_PX.top - MARGIN_PX.bottom,
  }
  const slot = frame.width / periods.length
  const period = hovered === undefined ? undefined : periods[hovered]
  const xPx = frame.left + ((hovered ?? 0) + 0.5) * slot
  const isLeft = xPx > width / 2
  return (
    <div ref={ref} style={{ position: 'relative', height: HEIGHT_PX }}>
      <svg
        role="img"
        aria-label={summary}
        width={width}
        height={HEIGHT_PX}
        onPointerMove={(event) => {
          const x = event.clientX - event.currentTarget.getBoundingClientRect().left
          setHovered(Math.floor((x - frame.left) / slot))
        }}
        onPointerLeave={() => setHovered(undefined)}
      >
        {/* Catches the pointer between the marks, too. */}
        <rect width={width} height={HEIGHT_PX} fill="transparent" />
        <Axes periods={periods} frame={frame} max={max} formatValue={formatValue} />
        {period ? (
          <rect className={classes.pointed} x={xPx - slot / 2} y={frame.top} width={slot} height={frame.height} />
        ) : null}
        {children(frame)}
      </svg>
      {period ? (
        <div
          aria-hidden
          className={classes.tooltip}
          data-side={isLeft ? 'left' : 'right'}
          style={{ left: isLeft ? xPx - TOOLTIP_GAP_PX : xPx + TOOLTIP_GAP_PX }}
        >
          <b>{formatPeriod(period)}</b>
          {describe(period).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
      ) : null}
    </div>
  )
}

interface AxesProps extends Pick<Props<DayRange>, 'periods' | 'max' | 'formatValue'> {
  frame: Frame
}

function Axes({ periods, frame, max, formatValue }: AxesProps) {
  const { left, top, width, height } = frame
  const slot = width / periods.length
  return (
    <g aria-hidden>
      {[0, max / 2, max].map((value) => {
        const y = top + height - (value / max) * height
        return (
          <g key={value}>
            <line className={classes.grid} x1={left} x2={left + width} y1={y} y2={y} />
            <text className={classes.label} x={left - LABEL_GAP_PX} y={y} textAnchor="end" dominantBaseline="middle">
              {value === 0 ? '0' : formatValue(value)}
            </text>
          </g>
        )
      })}
      {labelIndexes(periods.length, width).map((index) => (
        <text
          key={index}
          className={classes.label}
          x={left + (index + 0.5) * slot}
          y={top + height + LABEL_OFFSET_PX}
          textAnchor={index === 0 ? 'start' : 'middle'}
        >
          {formatDay(periods[index]?.from ?? '')}
        </text>
      ))}
    </g>
  )
}
