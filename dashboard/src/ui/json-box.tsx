import classes from './json-box.module.css'

/** JSON or other text for developers, which may be long. */
export const JsonBox = ({ label, children }: { label: string; children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
  <pre className={classes.json} role="group" tabIndex={0} aria-label={label}>
    {children}
  </pre>
)

export const toJson = (value: unknown): string => JSON.stringify(value, null, 2)
