import { Alert, Button, Group, Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type Segment, segments } from '../customers/segments.ts'
import { useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ConfirmDelete } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { fieldErrorUnder, withLabeledDetails } from '../ui/field-errors.ts'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { Page } from '../ui/page.tsx'
import { SaveForm } from '../ui/save-form.tsx'
import { fieldLabel } from './condition-labels.ts'
import { MembersSection } from './members-section.tsx'
import { type SectionProps, toSegmentChanges, toSegmentFields, validateSegment } from './segment-fields.ts'
import { ConditionsSection, NameSection } from './segment-sections.tsx'

export function SegmentPage() {
  const { id } = useParams({ from: '/shell/sales/segments/$id' })
  return <SegmentDetails key={id} id={id} />
}

const BUILDING_REFRESH_MS = 2000

function SegmentDetails({ id }: { id: string }) {
  const { workspace } = useWorkspace()
  const segment = segments.useOne(id, {
    refetchInterval: ({ state }) => (state.data?.status === 'building' ? BUILDING_REFRESH_MS : false),
  })
  const settings = useWorkspaceSettings()
  const [isDeleting, setIsDeleting] = useState(false)
  const canEdit = workspace.role !== 'viewer'
  const { data } = segment
  return (
    <Page title={data?.name ?? 'Segment'} back="Segments">
      {canEdit ? null : <Alert color="blue">Your role is viewer. You can view this page but not make changes.</Alert>}
      {segment.isPending || settings.isPending ? <Loading what="segment" /> : null}
      <ErrorAlert
        error={segment.error ?? settings.error}
        title="Couldn't load the segment"
        onRetry={() => void segment.refetch()}
      />
      {data && settings.data ? (
        <Stack gap="lg">
          <SegmentForm segment={data} currency={settings.data.currency} canEdit={canEdit} />
          {/* Read again when all customers are evaluated. */}
          <MembersSection key={data.status} segment={data} />
          {canEdit ? (
            <Group>
              <Button variant="outline" color="red" onClick={() => setIsDeleting(true)}>
                Delete segment
              </Button>
            </Group>
          ) : null}
          {isDeleting ? <DeleteSegmentDialog segment={data} onClose={() => setIsDeleting(false)} /> : null}
        </Stack>
      ) : null}
    </Page>
  )
}

function SegmentForm({ segment, currency, canEdit }: { segment: Segment; currency: string; canEdit: boolean }) {
  const saved = toSegmentFields(segment, currency)
  const update = segments.useUpdate(segment.id, { version: segment.version })
  const draft = useSavedFormDraft(saved, update)
  const { fields } = draft
  const sectionProps: SectionProps = {
    fields,
    edit: draft.edit,
    readOnly: !canEdit,
    currency,
    errorAt: (path) => fieldErrorUnder(update.error, path),
  }
  const save = () =>
    update.mutate(toSegmentChanges(fields, saved, currency), {
      onSuccess: (updated) => draft.markSaved(fields, toSegmentFields(updated, currency)),
    })
  return (
    <SaveForm
      what="this segment"
      errorTitle="Couldn't save the segment"
      draft={draft}
      mutation={update}
      error={withLabeledDetails(update.error, fieldLabel)}
      canEdit={canEdit}
      validationError={validateSegment(fields, currency)}
      onSave={save}
    >
      <NameSection {...sectionProps} />
      <ConditionsSection {...sectionProps} />
    </SaveForm>
  )
}

/** The server's error names the promotions that use it. */
function DeleteSegmentDialog({ segment: { id, name }, onClose }: { segment: Segment; onClose: () => void }) {
  const navigate = useNavigate()
  // Leaves first: a page that still shows the segment would read it again.
  const remove = segments.useDelete(id, { onSuccess: () => navigate({ to: '/sales/segments', ignoreBlocker: true }) })
  return (
    <ConfirmDelete
      name={name}
      consequence="You can't undo this. Its customers stay."
      mutation={remove}
      onDelete={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  )
}
