import { ActionIcon } from '@mantine/core'
import classes from './thread.module.css'

/** On narrow screens, where the list is another page. */
export const BackToList = ({ onClick }: { onClick: () => void }) => (
  <ActionIcon
    className={classes.back ?? ''}
    variant="subtle"
    color="gray"
    aria-label="Back to the list"
    onClick={onClick}
  >
    ←
  </ActionIcon>
)
