import { Anchor, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useDesk } from '../access/desk.ts'
import { newsInWords, warningInWords } from '../limits/banner-words.ts'
import { useLimits } from '../limits/limits.ts'
import { nearLimits } from '../limits/present-use.ts'
import { useServerNow } from '../limits/server-now.ts'
import classes from './shell.module.css'

const POLL_MS = 15_000

/** At the foot of the window, over the page: it comes and goes with every window of a limit, and nothing may move then. */
export function LimitBanner() {
  const { mode, environmentId } = useDesk()
  const { data } = useLimits(environmentId, POLL_MS)
  const now = useServerNow(data?.clockLeadMs ?? 0)
  const [worst, ...others] = nearLimits(data?.limits.classes ?? [], now)
  return (
    <>
      {/* Without figures, so that it is read out when something has happened, and not every second. */}
      <VisuallyHidden role="status">{worst ? newsInWords(mode, worst) : ''}</VisuallyHidden>
      {worst ? (
        <section className={classes.warning} data-level={worst.level} aria-label="Near a limit">
          {`${warningInWords(mode, worst, others.length)} `}
          <Anchor component={Link} to="/settings/limits" c="inherit" size="sm" fw={700} underline="always">
            See limits
          </Anchor>
        </section>
      ) : null}
    </>
  )
}
