import { Text } from '@mantine/core'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Icon } from '../ui/icon.tsx'
import { SectionCard } from '../ui/section.tsx'
import { RelativeTime } from '../ui/time.tsx'
import classes from './home.module.css'
import { type Activity, useActivity } from './home.ts'
import { ACTIVITY_ICONS, activityDetails, activityPath, activityTitle } from './home-labels.ts'

export function ActivityCard() {
  const { data, error, isPending, refetch } = useActivity()
  return (
    <SectionCard title="Recent activity">
      {isPending ? <Loading what="activity" /> : null}
      <ErrorAlert error={data ? null : error} title="Couldn't load the activity" onRetry={() => void refetch()} />
      {data?.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing has happened yet. New orders, tickets and reviews appear here.
        </Text>
      ) : null}
      {data && data.data.length > 0 ? (
        <ul className={classes.list}>
          {data.data.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} />
          ))}
        </ul>
      ) : null}
    </SectionCard>
  )
}

function ActivityRow({ activity }: { activity: Activity }) {
  const title = activityTitle(activity)
  const details = activityDetails(activity)
  const path = activityPath(activity)
  return (
    <li className={classes.row}>
      <Icon name={ACTIVITY_ICONS[activity.subject.type]} />
      <span className={classes.rowText}>
        {path ? (
          <a href={`#${path}`} className={classes.rowLink}>
            {title}
          </a>
        ) : (
          title
        )}
        {details ? <span className={classes.rowDetails}>{details}</span> : null}
      </span>
      <span className={classes.rowEnd}>
        <RelativeTime at={activity.createdAt} />
      </span>
    </li>
  )
}
