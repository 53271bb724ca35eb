import { Button } from '@mantine/core'
import { useInbox } from '../inbox-context.ts'
import classes from './ticket-list.module.css'

/** For the selected tickets. The same keys work: A, T, S and E. */
export function BulkBar() {
  const { selected, setSelected, open, stable, toggleResolved } = useInbox()
  const isAll = stable.rows.every(({ ticket }) => selected.has(ticket.id))
  return (
    <section className={classes.bulk} aria-label="Selected tickets">
      <strong>{`${selected.size} selected`}</strong>
      {isAll ? null : (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => setSelected(new Set(stable.rows.map(({ ticket }) => ticket.id)))}
        >
          Select all
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={() => open('assign')}>
        Assign
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => open('tags')}>
        Tag
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => open('snooze')}>
        Snooze
      </Button>
      <Button size="compact-xs" variant="default" onClick={toggleResolved}>
        Resolve
      </Button>
      <Button size="compact-xs" variant="subtle" onClick={() => setSelected(new Set())}>
        Cancel
      </Button>
    </section>
  )
}
