import { Alert, Text } from '@mantine/core'
import { canManage, useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { fieldErrorUnder, withLabeledDetails } from '../ui/field-errors.ts'
import { useSavedFormDraft } from '../ui/form-draft.ts'
import { Page } from '../ui/page.tsx'
import { SaveForm } from '../ui/save-form.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { ActionsSection } from './actions-section.tsx'
import { type Program, useProgram, useUpdateProgram } from './loyalty.ts'
import { fieldLabel } from './loyalty-labels.ts'
import { LoyaltyTabs } from './loyalty-tabs.tsx'
import { ProductRulesSection } from './product-rules-section.tsx'
import { type SectionProps, toProgramFields, toProgramInput, validateProgram } from './program-fields.ts'
import { EarningSection, GeneralSection, PaymentSection } from './program-sections.tsx'
import { ReferralSection } from './referral-section.tsx'
import { RewardsSection } from './rewards-section.tsx'
import { TiersSection } from './tiers-section.tsx'

export function ProgramPage() {
  const { workspace } = useWorkspace()
  const program = useProgram()
  const settings = useWorkspaceSettings()
  const currency = settings.data?.currency
  return (
    <Page title="Loyalty program" about="Customers earn points with their orders and pay with them later.">
      <LoyaltyTabs />
      {canManage(workspace.role) ? null : (
        <Alert color="blue">{`Only owners and admins can change the program. Your role is ${workspace.role}.`}</Alert>
      )}
      {program.isPending || settings.isPending ? <Loading what="loyalty program" /> : null}
      <ErrorAlert
        error={program.error ?? settings.error}
        title="Couldn't load the loyalty program"
        onRetry={() => void (program.error ? program : settings).refetch()}
      />
      {program.data && currency ? <ProgramForm program={program.data} currency={currency} /> : null}
    </Page>
  )
}

function ProgramForm({ program, currency }: { program: Program; currency: string }) {
  const { workspace } = useWorkspace()
  const canEdit = canManage(workspace.role)
  const update = useUpdateProgram(program.version)
  const draft = useSavedFormDraft(toProgramFields(program, currency), update)
  const { fields } = draft
  const sectionProps: SectionProps = {
    fields,
    edit: draft.edit,
    readOnly: !canEdit,
    currency,
    errorAt: (path) => fieldErrorUnder(update.error, path),
  }
  const save = () =>
    update.mutate(toProgramInput(fields, currency), {
      onSuccess: (saved) => draft.markSaved(fields, toProgramFields(saved, currency), 'Loyalty program saved'),
    })
  const conflict = program.updatedAt ? (
    <Text size="sm">{`Their version was saved ${formatDateTime(program.updatedAt)}.`}</Text>
  ) : null
  return (
    <SaveForm
      what="the loyalty program"
      errorTitle="Couldn't save the loyalty program"
      draft={draft}
      mutation={update}
      error={withLabeledDetails(update.error, fieldLabel)}
      theirs={conflict}
      canEdit={canEdit}
      validationError={validateProgram(fields)}
      onSave={save}
    >
      <GeneralSection {...sectionProps} />
      <EarningSection {...sectionProps} />
      <ProductRulesSection {...sectionProps} />
      <ActionsSection {...sectionProps} />
      <TiersSection {...sectionProps} />
      <PaymentSection {...sectionProps} />
      <RewardsSection {...sectionProps} />
      <ReferralSection {...sectionProps} />
    </SaveForm>
  )
}
