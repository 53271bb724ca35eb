import { Alert, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'
import { useAction } from '../mutation.ts'
import { AuthCard } from './auth-card.tsx'
import { AuthForm } from './auth-form.tsx'
import { useEnterDashboard } from './enter-dashboard.ts'
import { NewPasswordInput } from './new-password-input.tsx'

/** The link from the server's log proves that the first owner controls the server. */
export function SetupPage() {
  const { token = '' } = useSearch({ from: '/setup' })
  const enter = useEnterDashboard()
  const setupStatus = useQuery({ queryKey: ['setup'], queryFn: () => api.get('/setup', {}) })
  const setUp = useAction({
    mutationFn: ({ workspaceName = '', name = '', email = '', password = '' }: Record<string, string>) =>
      api.post('/setup', { body: { token, workspaceName, name, email, password } }),
    onSuccess: () => enter(),
    meta: { handlesUnauthorized: true },
    gcTime: 0,
  })

  if (setupStatus.data?.required === false && !setUp.isSuccess) return <Navigate to="/sign-in" replace />
  if (!token) {
    return (
      <AuthCard title="Set up Storedesk">
        <Alert color="blue">
          No accounts exist yet. Open the one-time link that the server printed in its log when it started.
        </Alert>
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Set up Storedesk" about="You become the owner of the first workspace.">
      <AuthForm submitLabel="Create account" isPending={setUp.isPending} error={setUp.error} onSubmit={setUp.mutate}>
        <TextInput name="workspaceName" label="Shop name" maxLength={100} required withAsterisk={false} />
        <TextInput name="name" label="Your name" autoComplete="name" maxLength={100} required withAsterisk={false} />
        <TextInput name="email" label="Email" type="email" autoComplete="username" required withAsterisk={false} />
        <NewPasswordInput name="password" label="Password" error={setUp.error} />
      </AuthForm>
    </AuthCard>
  )
}
