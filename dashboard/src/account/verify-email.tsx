import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { api } from '../api.ts'
import { useAction } from '../mutation.ts'
import { ErrorAlert, SuccessMessage } from '../ui/feedback.tsx'

export function VerifyEmail({ email }: { email: string }) {
  const request = useAction({
    mutationFn: () => api.post('/auth/email-verification-requests', {}),
  })
  return (
    <Stack gap="md">
      <Title order={2} size="h4" id="e-mail">
        Email address
      </Title>
      {request.isSuccess ? (
        <SuccessMessage>{`We sent a link to ${email}. Open it within one day while signed in to this account.`}</SuccessMessage>
      ) : (
        <>
          <Text size="sm">{`${email} is not verified yet. Verify it to join or create other workspaces.`}</Text>
          <ErrorAlert error={request.error} />
          <Group>
            <Button loading={request.isPending} onClick={() => request.mutate()}>
              Send verification link
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}
