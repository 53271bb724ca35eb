import { tidyMoney } from '../parts/money.ts'
import { fieldId, useEditing } from './editing.ts'
import classes from './variant-grid.module.css'

interface Props {
  path: string
  label: string
  value: string
  /** The name of the column, by which the arrow keys find the next row. */
  column: string
  onChange: (value: string) => void
  /** Of an amount of money. */
  currency?: string
  inputMode?: 'decimal' | 'numeric'
  maxLength?: number
}

/** A bare input: a page of the grid holds three hundred of them. */
export function Cell({ path, label, value, column, onChange, currency, inputMode, maxLength = 100 }: Props) {
  const { faults, isReadOnly } = useEditing()
  const fault = faults[path]
  const id = fieldId(path)
  return (
    <td data-label={column}>
      <input
        id={id}
        className={classes.input}
        aria-label={label}
        data-column={column}
        value={value}
        readOnly={isReadOnly}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => {
          const tidy = currency ? tidyMoney(value, currency) : value
          if (tidy !== value) onChange(tidy)
        }}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        {...(inputMode && { inputMode })}
        {...(fault && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
      />
      {fault ? (
        <span id={`${id}-fault`} className={classes.fault}>
          {fault}
        </span>
      ) : null}
    </td>
  )
}
