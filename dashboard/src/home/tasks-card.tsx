import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Icon } from '../ui/icon.tsx'
import { SectionCard } from '../ui/section.tsx'
import classes from './home.module.css'
import { useWaitingWork } from './home.ts'
import { toTasks } from './home-labels.ts'

export function TasksCard() {
  const { data, error, isPending, refetch } = useWaitingWork()
  const tasks = data ? toTasks(data) : []
  return (
    <SectionCard title="To do">
      {isPending ? <Loading what="tasks" rows={2} /> : null}
      <ErrorAlert error={data ? null : error} title="Couldn't load the tasks" onRetry={() => void refetch()} />
      {data && tasks.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing waits for you. Orders, returns and customers who need you appear here.
        </Text>
      ) : null}
      {tasks.length > 0 ? (
        <ul className={classes.list}>
          {tasks.map(({ label, icon, to, search = {} }) => (
            <li key={label} className={classes.row}>
              <Icon name={icon} />
              <span className={classes.rowText}>
                <Link to={to} search={search} className={classes.rowLink ?? ''}>
                  {label}
                </Link>
              </span>
              <span aria-hidden className={classes.rowEnd}>
                →
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </SectionCard>
  )
}
