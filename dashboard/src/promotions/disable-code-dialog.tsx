import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { useDisableCode } from './codes.ts'

interface Props {
  id: string
  code: string
  onClose: (news?: string) => void
}

export function DisableCodeDialog({ id, code, onClose }: Props) {
  const disable = useDisableCode(id)
  return (
    <Dialog locked={disable.isPending} onClose={() => onClose()} title={`Disable ${code}?`}>
      <Stack gap="md">
        <Failure error={disable.error} title="It was not disabled" />
        <Text size="sm">
          Nobody can use it any more, and it can’t be enabled again. What it was used for stays in the list of uses.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose()} disabled={disable.isPending} data-autofocus>
            Keep it
          </Button>
          <Button
            color="red"
            loading={disable.isPending}
            onClick={() => disable.mutate(code, { onSuccess: () => onClose(`${code} is disabled.`) })}
          >
            Disable
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
