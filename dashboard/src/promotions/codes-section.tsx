import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { ErrorAlert, LiveRegion, Loading } from '../ui/feedback.tsx'
import { LoadMore } from '../ui/list.tsx'
import { Section } from '../ui/section.tsx'
import { AddCodesDialog } from './add-codes-dialog.tsx'
import { type PromotionCode, useDeactivateCode, usePromotionCodes } from './codes.ts'
import { GenerateCodesDialog } from './generate-codes-dialog.tsx'
import { formatUsed } from './promotion-labels.ts'

type OpenDialog = { name: 'add' | 'generate' } | { name: 'deactivate'; code: string }

export function CodesSection({ id, canEdit }: { id: string; canEdit: boolean }) {
  const codes = usePromotionCodes(id)
  const [dialog, setDialog] = useState<OpenDialog>()
  const [message, setMessage] = useState('')
  const all = codes.data ?? []
  const close = (text = '') => {
    setDialog(undefined)
    setMessage(text)
  }
  return (
    <Section title="Codes" about="Codes are not case-sensitive.">
      <Stack gap="sm">
        {canEdit ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => setDialog({ name: 'add' })}>
              Add codes
            </Button>
            <Button variant="default" onClick={() => setDialog({ name: 'generate' })}>
              Generate codes
            </Button>
          </Group>
        ) : null}
        <LiveRegion>{message ? <Text size="sm">{message}</Text> : null}</LiveRegion>
        {codes.isPending ? <Loading what="codes" rows={1} /> : null}
        <ErrorAlert error={codes.error} title="Couldn't load codes" onRetry={() => void codes.refetch()} />
        {codes.isSuccess && all.length === 0 ? (
          <Text size="sm" c="dimmed">
            No codes yet. Customers can't use this discount until you add a code.
          </Text>
        ) : null}
        {all.length > 0 ? (
          <Paper
            withBorder
            style={{ maxHeight: 360, overflowY: 'auto' }}
            // What scrolls must be reachable by keyboard.
            tabIndex={0}
            role="group"
            aria-label="Discount codes"
          >
            <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Codes">
              {all.map((code, index) => (
                <CodeRow
                  key={code.code}
                  of={code}
                  isFirst={index === 0}
                  {...(canEdit && { onDeactivate: () => setDialog({ name: 'deactivate', code: code.code }) })}
                />
              ))}
            </Stack>
          </Paper>
        ) : null}
        <LoadMore list={codes} size="xs" style={{ alignSelf: 'flex-start' }}>
          Load more codes
        </LoadMore>
      </Stack>
      {dialog?.name === 'add' ? <AddCodesDialog id={id} onClose={close} /> : null}
      {dialog?.name === 'generate' ? <GenerateCodesDialog id={id} onClose={close} /> : null}
      {dialog?.name === 'deactivate' ? <DeactivateCodeDialog id={id} code={dialog.code} onClose={close} /> : null}
    </Section>
  )
}

interface CodeRowProps {
  of: PromotionCode
  isFirst: boolean
  onDeactivate?: () => void
}

function CodeRow({ of: code, isFirst, onDeactivate }: CodeRowProps) {
  return (
    <Group
      component="li"
      justify="space-between"
      gap="xs"
      px="md"
      py={6}
      mih={44}
      style={isFirst ? {} : { borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Text
        size="sm"
        ff="monospace"
        fw={600}
        c={code.active ? 'inherit' : 'dimmed'}
        style={{ overflowWrap: 'anywhere' }}
      >
        {code.code}
      </Text>
      <Group gap="sm">
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>{`used ${formatUsed(code)}`}</Text>
        {!code.active ? (
          <Badge variant="default" tt="none">
            Inactive
          </Badge>
        ) : onDeactivate ? (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Deactivate ${code.code}`}
            onClick={onDeactivate}
          >
            Deactivate
          </Button>
        ) : null}
      </Group>
    </Group>
  )
}

interface DeactivateCodeDialogProps {
  id: string
  code: string
  onClose: (message?: string) => void
}

function DeactivateCodeDialog({ id, code, onClose }: DeactivateCodeDialogProps) {
  const deactivate = useDeactivateCode(id, code)
  return (
    <ConfirmDialog
      title={`Deactivate ${code}?`}
      errorTitle="Couldn't deactivate the code"
      cancelLabel="Cancel"
      confirmLabel="Deactivate"
      mutation={deactivate}
      onConfirm={() => deactivate.mutate(undefined, { onSuccess: () => onClose(`Code ${code} deactivated`) })}
      onClose={onClose}
    >
      Customers can no longer use it, and you can't enable it again. Past uses stay in the list of uses.
    </ConfirmDialog>
  )
}
