import { PasswordInput, Stack, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { EntryForm } from '../access/entry-form.tsx'
import { NewPasswordInput } from '../access/new-password-input.tsx'
import { api } from '../api.ts'
import { GoodNews } from '../parts/good-news.tsx'

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
      {change.isSuccess ? (
        <GoodNews>Your password is changed. You are signed out everywhere but here.</GoodNews>
      ) : (
        <EntryForm
          submit="Change the password"
          pending={change.isPending}
          error={change.error}
          onSubmit={change.mutate}
        >
          <PasswordInput
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
            maxLength={128}
            required
            withAsterisk={false}
          />
          <NewPasswordInput name="newPassword" label="New password" error={change.error} />
        </EntryForm>
      )}
    </Stack>
  )
}
