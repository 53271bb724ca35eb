import { encode } from 'uqr'

const QUIET_ZONE = 4
const SIDE_PX = 220

/** Black on white in dark mode, too: many cameras read nothing else. */
export function QrCode({ label, text }: { label: string; text: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: QUIET_ZONE })
  const squares = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={SIDE_PX}
      height={SIDE_PX}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
