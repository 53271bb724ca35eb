import { Anchor, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatLimitAnnouncement, formatLimitWarning } from '../rate-limits/rate-limit-labels.ts'
import { nearLimits, useRateLimits, useServerTime } from '../rate-limits/rate-limits.ts'
import { useWorkspace } from '../session.ts'
import classes from './shell.module.css'

const POLL_MS = 15_000

/** Overlays the bottom of the window: it comes and goes with every rate-limit window and must not shift the layout. */
export function LimitBanner() {
  const { mode } = useWorkspace()
  const { data } = useRateLimits(POLL_MS)
  const now = useServerTime(data?.clockOffsetMs ?? 0)
  const [worst, ...others] = nearLimits(data?.limits.limits ?? [], now)
  return (
    <>
      {/* No figures: screen readers should announce events, not every second. */}
      <VisuallyHidden role="status">{worst ? formatLimitAnnouncement(mode, worst) : ''}</VisuallyHidden>
      {worst ? (
        <section className={classes.warning} data-level={worst.level} aria-label="Rate limit warning">
          {`${formatLimitWarning(mode, worst, others.length)} `}
          <Anchor component={Link} to="/settings/limits" c="inherit" size="sm" fw={700} underline="always">
            View limits
          </Anchor>
        </section>
      ) : null}
    </>
  )
}
