import { initials } from './inbox-labels.ts'
import classes from './person-badge.module.css'

interface Props {
  name: string
  /** Someone who is here right now, rather than the assignee. */
  activity?: 'viewing' | 'typing'
}

const TITLES = { viewing: 'is viewing', typing: 'is typing' }

export const PersonBadge = ({ name, activity }: Props) => (
  <span
    className={classes.badge}
    data-activity={activity}
    role="img"
    aria-label={activity ? `${name} ${TITLES[activity]}` : `Assigned to ${name}`}
    title={activity ? `${name} ${TITLES[activity]}` : `Assigned to ${name}`}
  >
    {initials(name)}
  </span>
)
