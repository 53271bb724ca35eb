import type { InputHTMLAttributes, ReactNode } from 'react'

interface FieldProps {
  name: string
  label: string
  /** What is wrong and how to fix it. */
  error?: string | undefined
  hint?: string
  isOptional?: boolean
  children: (attributes: {
    id: string
    name: string
    className: string
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}

/** Label above, hint and error below, tied together for screen readers. */
export function Field({ name, label, error, hint, isOptional = false, children }: FieldProps) {
  const id = `field-${name}`
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {isOptional ? <span className="optional">(optional)</span> : null}
      </label>
      {children({
        ...{ id, name, className: 'input' },
        'aria-invalid': error !== undefined,
        'aria-describedby': described || undefined,
      })}
      {hint ? (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {error ? (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  )
}

type TextFieldProps = Omit<FieldProps, 'children'> & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'children'>

export const TextField = ({ name, label, error, hint, isOptional, ...input }: TextFieldProps) => (
  <Field {...{ name, label, error, isOptional: isOptional === true }} {...(hint && { hint })}>
    {(attributes) => <input {...attributes} {...input} />}
  </Field>
)
