import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { GoodNews } from '../parts/good-news.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { ConnectionPart } from './connection-part.tsx'
import { KeysForm } from './keys-form.tsx'
import { NoRealMoney } from './no-real-money.tsx'
import { usePaymentConnection } from './payment-connection.ts'
import { TestMethodsPart } from './test-methods-part.tsx'
import { WebhookPart } from './webhook-part.tsx'

export function PaymentsPage() {
  const { workspace, mode } = useDesk()
  const connection = usePaymentConnection()
  const [news, setNews] = useState('')
  const mayChange = manages(workspace.role)
  const { data } = connection
  return (
    <Page title="Payments" about="Who takes your buyers’ money.">
      {mayChange ? null : (
        <Alert color="blue">{`Only owners and admins change these. Your role here is ${workspace.role}.`}</Alert>
      )}
      {mode === 'test' ? (
        <Alert color="blue">In the sandbox payments are always simulated. Stripe is connected in the live shop.</Alert>
      ) : (
        <NoRealMoney />
      )}
      {news ? <GoodNews key={news}>{news}</GoodNews> : null}
      {connection.isPending ? <Loading what="the payments" /> : null}
      <Failure error={connection.error} title="The payments can't be shown" onRetry={() => void connection.refetch()} />
      {data?.provider === 'stripe' ? <ConnectionPart connection={data} mayChange={mayChange} onNews={setNews} /> : null}
      {data?.webhookUrl && mayChange ? <WebhookPart connection={data} url={data.webhookUrl} /> : null}
      {data && mode === 'live' && mayChange ? <KeysForm connection={data} onNews={setNews} /> : null}
      {data && data.testMethods.length > 0 ? <TestMethodsPart methods={data.testMethods} /> : null}
    </Page>
  )
}
