import { Button, Group, Paper, Radio, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { faultAt } from '../parts/faults.ts'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { UnsavedGuard } from '../parts/unsaved-guard.tsx'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { AboutPart } from './about-part.tsx'
import { NEW_FIELDS, obstacleIn, type PartProps, toChanges } from './collection-fields.ts'
import { type CollectionKind, useCreateCollection } from './collections.ts'
import { newRow } from './rule-rows.ts'
import { RulesPart } from './rules-part.tsx'

export function NewCollectionPage() {
  const settings = useWorkspaceSettings()
  return (
    <Page title="New collection" back="Collections">
      {settings.isPending ? <Loading what="the form" /> : null}
      <Failure error={settings.error} title="The form can't be shown" onRetry={() => void settings.refetch()} />
      {settings.data ? <NewCollectionForm currency={settings.data.currency} /> : null}
    </Page>
  )
}

function NewCollectionForm({ currency }: { currency: string }) {
  const [kind, setKind] = useState<CollectionKind>('manual')
  const [fields, setFields] = useState(NEW_FIELDS)
  const create = useCreateCollection()
  const navigate = useNavigate()
  const obstacle = obstacleIn(fields, kind)
  const part: PartProps = {
    fields,
    edit: (changes) => {
      create.reset()
      setFields((known) => ({ ...known, ...changes }))
    },
    readOnly: false,
    faultOf: (path) => faultAt(create.error, path),
  }
  const choose = (chosen: CollectionKind) => {
    setKind(chosen)
    part.edit(
      chosen === 'rules'
        ? { sort: 'newest', rules: fields.rules.length > 0 ? fields.rules : [newRow(currency)] }
        : { sort: 'manual' },
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (obstacle || create.isPending) return
        create.mutate(
          { ...toChanges(fields, kind), kind },
          {
            onSuccess: ({ id }) =>
              void navigate({ to: '/catalogue/collections/$id', params: { id }, replace: true, ignoreBlocker: true }),
          },
        )
      }}
    >
      <UnsavedGuard isEdited={fields.title !== '' && !create.isSuccess} />
      <Stack gap="lg">
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Radio.Group
            label="Which products are in"
            description="This stays as it is once the collection is made."
            value={kind}
            onChange={(chosen) => choose(chosen as CollectionKind)}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="manual" label="Those that you choose" description="One by one, in your own order." />
              <Radio
                value="rules"
                label="All that meet rules"
                description="By tag, vendor, type, price, stock and more."
              />
            </Stack>
          </Radio.Group>
        </Paper>
        <AboutPart {...part} kind={kind} />
        {kind === 'rules' ? <RulesPart {...part} currency={currency} /> : null}
        <Failure error={create.error} title="The collection was not made" />
        <Group justify="flex-end">
          <Button variant="default" renderRoot={(props) => <Link to="/catalogue/collections" {...props} />}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={obstacle !== undefined}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
