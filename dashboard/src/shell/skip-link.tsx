import type { RefObject } from 'react'
import classes from './shell.module.css'

/** A button, since our addresses live behind the `#`, where a link to an anchor would lead elsewhere. */
export function SkipLink({ target }: { target: RefObject<HTMLElement | null> }) {
  return (
    <button type="button" className={classes.skip} onClick={() => target.current?.focus()}>
      Skip to the content
    </button>
  )
}
