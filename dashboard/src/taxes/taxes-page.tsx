import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { Live } from '../parts/live.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { RegionsPart } from './regions-part.tsx'
import { SettingsPart } from './settings-part.tsx'
import { useTaxSettings } from './taxes.ts'

export function TaxesPage() {
  const { workspace } = useDesk()
  const settings = useTaxSettings()
  const [news, setNews] = useState('')
  const mayChange = manages(workspace.role)
  return (
    <Page title="Taxes" about="What buyers pay in taxes, and where. Carts follow a change at once.">
      {mayChange ? null : (
        <Alert color="blue">{`Only owners and admins change these. Your role here is ${workspace.role}.`}</Alert>
      )}
      <Live>{news ? <Alert color="green">{news}</Alert> : null}</Live>
      <RegionsPart mayChange={mayChange} onNews={setNews} />
      {settings.isPending ? <Loading what="the tax settings" /> : null}
      <Failure error={settings.error} title="The tax settings can't be shown" onRetry={() => void settings.refetch()} />
      {settings.data ? <SettingsPart settings={settings.data} mayChange={mayChange} /> : null}
    </Page>
  )
}
