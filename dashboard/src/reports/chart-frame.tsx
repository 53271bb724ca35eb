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
  /** Its start, if there are values below 0. */
  min?: number
  formatValue: (value: number) => string
  /** What the tooltip says about a period. */
  describe: (period: Period) => string[]
  /** Below the axis. Defaults to the day. */
  formatLabel?: (period: Period) => string
  /** Above the tooltip. Defaults to the day or days. */
  formatTitle?: (period: Period) => string
  children: (frame: Frame) => ReactNode
}

/** Axes and a tooltip around the marks of a chart. */
export function ChartFrame<Period extends DayRange>({
  periods,
  summary,
  max,
  min = 0,
  formatValue,
  describe,
  formatLabel = ({ from }) => formatDay(from),
  formatTitle = formatPeriod,
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
        <Axes labels={periods.map(formatLabel)} frame={frame} min={min} max={max} formatValue={formatValue} />
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
          <b>{formatTitle(period)}</b>
          {describe(period).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
      ) : null}
    </div>
  )
}

interface AxesProps {
  labels: string[]
  frame: Frame
  min: number
  max: number
  formatValue: (value: number) => string
}

function Axes({ labels, frame, min, max, formatValue }: AxesProps) {
  const { left, top, width, height } = frame
  const slot = width / labels.length
  return (
    <g aria-hidden>
      {[...(min < 0 ? [min] : []), 0, max / 2, max].map((value) => {
        const y = top + height - ((value - min) / (max - min)) * height
        return (
          <g key={value}>
            <line className={classes.grid} x1={left} x2={left + width} y1={y} y2={y} />
            <text className={classes.label} x={left - LABEL_GAP_PX} y={y} textAnchor="end" dominantBaseline="middle">
              {value === 0 ? '0' : formatValue(value)}
            </text>
          </g>
        )
      })}
      {labelIndexes(labels.length, width).map((index) => (
        <text
          key={index}
          className={classes.label}
          x={left + (index + 0.5) * slot}
          y={top + height + LABEL_OFFSET_PX}
          textAnchor={index === 0 ? 'start' : 'middle'}
        >
          {labels[index]}
        </text>
      ))}
    </g>
  )
}
