import { Alert } from '@mantine/core'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { ErrorAlert, LiveRegion, Loading } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { TaxRegionsSection } from './regions-section.tsx'
import { TaxSettingsSection } from './settings-section.tsx'
import { useTaxSettings } from './taxes.ts'

export function TaxesPage() {
  const { workspace } = useWorkspace()
  const settings = useTaxSettings()
  const [message, setMessage] = useState('')
  const canEdit = canManage(workspace.role)
  return (
    <Page title="Taxes" about="Taxes that customers pay, by area. Changes apply to carts immediately.">
      {canEdit ? null : (
        <Alert color="blue">{`Only owners and admins can change these settings. Your role is ${workspace.role}.`}</Alert>
      )}
      <LiveRegion>{message ? <Alert color="green">{message}</Alert> : null}</LiveRegion>
      <TaxRegionsSection canEdit={canEdit} onMessage={setMessage} />
      {settings.isPending ? <Loading what="tax settings" /> : null}
      <ErrorAlert error={settings.error} title="Couldn't load tax settings" onRetry={() => void settings.refetch()} />
      {settings.data ? <TaxSettingsSection settings={settings.data} canEdit={canEdit} /> : null}
    </Page>
  )
}
