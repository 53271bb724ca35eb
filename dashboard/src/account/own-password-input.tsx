import { PasswordInput } from '@mantine/core'

export function OwnPasswordInput() {
  return (
    <PasswordInput
      name="password"
      label="Your password"
      autoComplete="current-password"
      maxLength={128}
      required
      withAsterisk={false}
    />
  )
}
