import { Button, Progress, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../session.ts'
import { useShopUrl } from '../settings/shop-url.ts'
import { Icon } from '../ui/icon.tsx'
import { SectionCard } from '../ui/section.tsx'
import classes from './home.module.css'
import { type SetupStep, useSetupChecklist } from './home.ts'
import { SETUP_LABELS } from './home-labels.ts'

/** Steps tick themselves off as soon as their data exists; with the last one, the card is gone. */
export function SetupCard() {
  const { workspace } = useWorkspace()
  const [isDismissed, setIsDismissed] = useLocalStorage({
    key: `storedesk.setup-dismissed.${workspace.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const steps = useSetupChecklist(!isDismissed).data?.data ?? []
  const doneCount = steps.filter(({ done }) => done).length
  if (isDismissed || doneCount === steps.length) return null
  return (
    <SectionCard
      title="Set up your shop"
      about={`${doneCount} of ${steps.length} done`}
      actions={
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setIsDismissed(true)}>
          Dismiss
        </Button>
      }
    >
      <Progress value={(doneCount / steps.length) * 100} size="sm" aria-label="Setup progress" />
      <ul className={`${classes.list} ${classes.columns}`}>
        {steps.map((step) => (
          <StepRow key={step.step} of={step} />
        ))}
      </ul>
    </SectionCard>
  )
}

function StepRow({ of: { step, done } }: { of: SetupStep }) {
  const { label, about, to } = SETUP_LABELS[step]
  const shopUrl = useShopUrl()
  return (
    <li className={classes.row}>
      <span className={classes.check} data-done={done || undefined}>
        {done ? <Icon name="check" size={14} /> : null}
      </span>
      <span className={classes.rowText}>
        {done ? (
          <Text span size="sm" className={classes.done ?? ''}>
            {label}
          </Text>
        ) : (
          <>
            {step === 'order' && shopUrl !== undefined ? (
              <a href={shopUrl} target="_blank" rel="noreferrer" className={classes.rowLink}>
                {label}
              </a>
            ) : (
              <Link to={to} className={classes.rowLink ?? ''}>
                {label}
              </Link>
            )}
            <span className={classes.rowDetails}>{about}</span>
          </>
        )}
      </span>
    </li>
  )
}
