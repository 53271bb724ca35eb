import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { ErrorAlert } from '../ui/feedback.tsx'
import { Section } from '../ui/section.tsx'
import { DateLabel } from '../ui/time.tsx'
import { type Merge, useMerges, useReverseMerge } from './customers.ts'

/** Merges that can still be undone. */
export function MergesSection({ id, canEdit }: { id: string; canEdit: boolean }) {
  const merges = (useMerges(id).data ?? []).filter(({ reversibleUntil }) => reversibleUntil !== null)
  if (merges.length === 0) return null
  return (
    <Section title="Merged customers">
      <Paper withBorder p="md">
        <Stack gap="sm">
          {merges.map((merge) => (
            <MergeRow key={merge.id} merge={merge} canEdit={canEdit} />
          ))}
        </Stack>
      </Paper>
    </Section>
  )
}

function MergeRow({ merge: { id, createdAt, reversibleUntil }, canEdit }: { merge: Merge; canEdit: boolean }) {
  const reverse = useReverseMerge(id)
  return (
    <Stack gap="xs">
      <ErrorAlert error={reverse.error} title="Couldn't undo the merge" />
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          {'Merged '}
          <DateLabel at={createdAt} />
          {reversibleUntil ? (
            <>
              {' · undo until '}
              <DateLabel at={reversibleUntil} />
            </>
          ) : null}
        </Text>
        {canEdit ? (
          <Button size="xs" variant="default" loading={reverse.isPending} onClick={() => reverse.mutate(undefined)}>
            Undo
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}
