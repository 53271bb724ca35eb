import { PasswordInput } from '@mantine/core'
import { fieldError } from '../ui/field-errors.ts'

interface Props {
  name: string
  label: string
  /** The form's error; it may concern this field. */
  error: Error | null
}

export function NewPasswordInput({ name, label, error }: Props) {
  return (
    <PasswordInput
      name={name}
      label={label}
      description="At least 10 characters. Use several unrelated words; avoid names and common passwords."
      autoComplete="new-password"
      minLength={10}
      maxLength={128}
      required
      withAsterisk={false}
      error={fieldError(error, `/${name}`) !== undefined}
    />
  )
}
