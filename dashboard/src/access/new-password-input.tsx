import { PasswordInput } from '@mantine/core'

export function NewPasswordInput({ name, label }: { name: string; label: string }) {
  return (
    <PasswordInput
      name={name}
      label={label}
      description="At least 10 characters; long is better than strange."
      autoComplete="new-password"
      minLength={10}
      maxLength={128}
      required
      withAsterisk={false}
    />
  )
}
