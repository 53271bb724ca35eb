import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { DismissibleMessage, ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { ConnectionSection } from './connection-section.tsx'
import { RunsSection } from './runs-section.tsx'
import { isConnected, useShopifyConnection } from './shopify.ts'
import { SyncSection } from './sync-section.tsx'

export function ShopifyPage() {
  const { workspace } = useWorkspace()
  const connection = useShopifyConnection()
  const [message, setMessage] = useState('')
  const canEdit = canManage(workspace.role)
  const { data } = connection
  return (
    <Page
      title="Shopify"
      about="Copies products, collections, inventory, customers and orders from your Shopify store and keeps them up to date."
      back="Connections"
      actions={
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/settings/inbound-events" search={{ provider: 'shopify' }} {...props} />}
        >
          View events
        </Button>
      }
    >
      {canEdit ? null : (
        <Alert color="blue">{`Only owners and admins can change this connection. Your role is ${workspace.role}.`}</Alert>
      )}
      <DismissibleMessage message={message} onDismiss={() => setMessage('')} />
      {connection.isPending ? <Loading what="the connection" /> : null}
      <ErrorAlert
        error={connection.error}
        title="Couldn't load the connection"
        onRetry={() => void connection.refetch()}
      />
      {data ? <ConnectionSection connection={data} canEdit={canEdit} onMessage={setMessage} /> : null}
      {data && isConnected(data) && canEdit ? <SyncSection /> : null}
      {data ? <RunsSection /> : null}
    </Page>
  )
}
