import { Button, Checkbox, Group, Paper, Radio, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorAlert } from '../ui/feedback.tsx'
import { Section } from '../ui/section.tsx'
import { type SyncMode, useStartSync } from './shopify.ts'
import { RESOURCES, STAGE_LABELS } from './shopify-labels.ts'

export function SyncSection() {
  const [values, setValues] = useState({
    mode: 'full' as SyncMode,
    resources: RESOURCES,
    deleteMissing: false,
    confirmDeletions: false,
  })
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes })
  const navigate = useNavigate()
  const start = useStartSync()
  const deletes = values.mode === 'full' && values.deleteMissing
  const run = (dryRun: boolean) =>
    start.mutate(
      {
        mode: values.mode,
        resources: values.resources,
        dryRun,
        deleteMissing: deletes,
        confirmDeletions: deletes && values.confirmDeletions,
      },
      {
        onSuccess: ({ id }) => void navigate({ to: '/settings/connections/shopify/runs/$id', params: { id } }),
      },
    )
  return (
    <Section title="Sync" about="Start with a dry run: it shows what would change and writes nothing.">
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="md">
          <Group align="flex-start" gap="xl">
            <Radio.Group
              label="What to read"
              value={values.mode}
              onChange={(mode) => set({ mode: mode === 'incremental' ? 'incremental' : 'full' })}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="full" label="Everything" description="Also finds what Shopify no longer has." />
                <Radio value="incremental" label="Only changes" description="Since the last sync." />
              </Stack>
            </Radio.Group>
            <Checkbox.Group
              label="Resources"
              value={values.resources}
              onChange={(chosen) => set({ resources: RESOURCES.filter((resource) => chosen.includes(resource)) })}
            >
              <Group gap="md" mt="xs">
                {RESOURCES.map((resource) => (
                  <Checkbox key={resource} value={resource} label={STAGE_LABELS[resource]} />
                ))}
              </Group>
            </Checkbox.Group>
          </Group>
          {values.mode === 'full' ? (
            <Checkbox
              label="Delete what no longer exists in Shopify"
              description="Only products and collections that were synced before, at most 10% of them."
              checked={values.deleteMissing}
              onChange={(event) => set({ deleteMissing: event.currentTarget.checked })}
            />
          ) : null}
          {deletes ? (
            <Checkbox
              ml="xl"
              label="Also delete more than 10%"
              description="Check a dry run first."
              checked={values.confirmDeletions}
              onChange={(event) => set({ confirmDeletions: event.currentTarget.checked })}
            />
          ) : null}
          <ErrorAlert error={start.error} title="Couldn't start the sync" />
          <Group justify="flex-end" gap="xs">
            <Button
              variant="default"
              loading={start.isPending}
              disabled={values.resources.length === 0}
              onClick={() => run(true)}
            >
              Dry run
            </Button>
            <Button loading={start.isPending} disabled={values.resources.length === 0} onClick={() => run(false)}>
              Sync now
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Section>
  )
}
