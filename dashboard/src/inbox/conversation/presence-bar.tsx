import { useInbox } from '../inbox-context.ts'
import { PersonBadge } from '../person-badge.tsx'
import classes from './thread.module.css'

/** Who else is here. Nobody answers a customer twice. */
export function PresenceBar({ ticketId }: { ticketId: string }) {
  const { viewers, members } = useInbox()
  const here = viewers
    .filter((viewer) => viewer.ticketId === ticketId)
    .map(({ userId, state }) => ({ name: members.find((one) => one.userId === userId)?.name ?? 'A colleague', state }))
  const typing = here.filter(({ state }) => state === 'typing').map(({ name }) => name)
  const viewing = here.filter(({ state }) => state === 'viewing').map(({ name }) => name)
  const text = [
    typing.length > 0 ? `${LIST.format(typing)} ${typing.length === 1 ? 'is' : 'are'} typing` : '',
    viewing.length > 0 ? `${LIST.format(viewing)} ${viewing.length === 1 ? 'is' : 'are'} viewing` : '',
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <div aria-live="polite">
      {text ? (
        <div className={classes.presence} data-typing={typing.length > 0 || undefined}>
          {here.map(({ name, state }) => (
            <PersonBadge key={name} name={name} activity={state} />
          ))}
          <span>{text}</span>
        </div>
      ) : null}
    </div>
  )
}

const LIST = new Intl.ListFormat('en')
