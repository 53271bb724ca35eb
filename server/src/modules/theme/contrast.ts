import { contrastRatio, formatRatio, MIN_CONTRASTS } from '../../../../sdk/src/contrast.ts'
import type { ErrorDetail } from '../../kit/errors.ts'
import type { Colors } from './schemas.ts'

/** Pairs below their minimum contrast. */
export function findLowContrasts(colors: Colors): ErrorDetail[] {
  return MIN_CONTRASTS.flatMap(([foreground, background, minRatio]) => {
    const ratio = contrastRatio(colors[foreground], colors[background])
    if (ratio >= minRatio) return []
    return [
      {
        path: `/colors/${foreground}`,
        message: `${foreground} on ${background} has a contrast of ${formatRatio(ratio)}:1 and needs at least ${minRatio}:1`,
        background,
        ratio: Number(formatRatio(ratio)),
        minRatio,
      },
    ]
  })
}
