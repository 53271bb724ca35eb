import { Alert, PasswordInput, Stack, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { EntryForm } from '../access/entry-form.tsx'
import { NewPasswordInput } from '../access/new-password-input.tsx'
import { api } from '../api.ts'
import { Live } from '../parts/live.tsx'

export function ChangePassword() {
  const change = useMutation({
    mutationFn: (body: Record<string, string>) => api<object>('/auth/password', { method: 'POST', body }),
    gcTime: 0,
  })
  return (
    <Stack gap="md">
      <Title order={2} size="h4" id="password">
        Password
      </Title>
      <Live>
        {change.isSuccess ? (
          <Alert color="green">Your password is changed. You are signed out everywhere but here.</Alert>
        ) : null}
      </Live>
      {change.isSuccess ? null : (
        <EntryForm
          submit="Change the password"
          pending={change.isPending}
          error={change.error}
          onSubmit={change.mutate}
        >
          <PasswordInput
            name="currentPassword"
            label="Present password"
            autoComplete="current-password"
            maxLength={128}
            required
            withAsterisk={false}
          />
          <NewPasswordInput name="newPassword" label="New password" />
        </EntryForm>
      )}
    </Stack>
  )
}
