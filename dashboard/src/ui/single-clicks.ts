/** Buttons that do something; not steppers and arrows, which people click in quick succession. */
const BUTTONS = '.mantine-Button-root, button[type="submit"], [role="menuitem"]'

/**
 * The second click of a double click does nothing on a button. Whoever double-clicks out of habit means one click, and
 * the first one may already be done: then no disabled button stops the second one, which could even hit what the first
 * one has opened.
 */
export function ignoreDoubleClicks(): void {
  document.addEventListener(
    'click',
    (event) => {
      // The number of clicks in a row, as the system counts them; 0 for the keyboard.
      if (event.detail < 2 || !(event.target instanceof Element) || !event.target.closest(BUTTONS)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
