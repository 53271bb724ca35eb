import { Button, Group, Paper, Radio, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { fieldError } from '../ui/field-errors.ts'
import { Page } from '../ui/page.tsx'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import { EMPTY_FIELDS, type SectionProps, toChanges, validateCollection } from './collection-fields.ts'
import { type CollectionKind, collections } from './collections.ts'
import { DetailsSection } from './details-section.tsx'
import { newRuleRow } from './rule-rows.ts'
import { RulesSection } from './rules-section.tsx'

export function NewCollectionPage() {
  const settings = useWorkspaceSettings()
  return (
    <Page title="New collection" back="Collections">
      {settings.isPending ? <Loading what="the form" /> : null}
      <ErrorAlert error={settings.error} title="Couldn't load the form" onRetry={() => void settings.refetch()} />
      {settings.data ? <NewCollectionForm currency={settings.data.currency} /> : null}
    </Page>
  )
}

function NewCollectionForm({ currency }: { currency: string }) {
  const [kind, setKind] = useState<CollectionKind>('manual')
  const [fields, setFields] = useState(EMPTY_FIELDS)
  const create = collections.useCreate()
  const navigate = useNavigate()
  const validationError = validateCollection(fields, kind)
  const sectionProps: SectionProps = {
    fields,
    edit: (changes) => {
      create.reset()
      setFields((current) => ({ ...current, ...changes }))
    },
    readOnly: false,
    errorAt: (path) => fieldError(create.error, path),
  }
  const changeKind = (selected: CollectionKind) => {
    setKind(selected)
    sectionProps.edit(
      selected === 'rules'
        ? { sort: 'newest', rules: fields.rules.length > 0 ? fields.rules : [newRuleRow(currency)] }
        : { sort: 'manual' },
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (validationError || create.isPending) return
        create.mutate(
          { ...toChanges(fields, kind), kind },
          {
            onSuccess: ({ id }) =>
              void navigate({ to: '/catalog/collections/$id', params: { id }, replace: true, ignoreBlocker: true }),
          },
        )
      }}
    >
      <UnsavedGuard isDirty={fields.title !== '' && !create.isSuccess} />
      <Stack gap="lg">
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Radio.Group
            label="Collection type"
            description="You can't change the type later."
            value={kind}
            onChange={changeKind}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="manual" label="Manual" description="Add products one by one, in your own order." />
              <Radio
                value="rules"
                label="Automated"
                description="Include all products that match rules on tag, vendor, type, price, stock and more."
              />
            </Stack>
          </Radio.Group>
        </Paper>
        <DetailsSection {...sectionProps} kind={kind} />
        {kind === 'rules' ? <RulesSection {...sectionProps} currency={currency} /> : null}
        <ErrorAlert error={create.error} title="Couldn't create the collection" />
        <Group justify="flex-end">
          <Button variant="default" renderRoot={(props) => <Link to="/catalog/collections" {...props} />}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={validationError !== undefined}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
