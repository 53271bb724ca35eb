import { Alert, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { Live } from '../parts/live.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyList } from './key-list.tsx'
import { type Key, MAX_ACTIVE_KEYS, useKeys } from './keys.ts'
import { NoKeys } from './no-keys.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'
import { useRotation } from './rotation.ts'
import { RotationPanel } from './rotation-panel.tsx'

type Asked = { deed: 'create' } | { deed: 'rotate' | 'revoke'; key: Key }

export function KeysPage() {
  const { workspace } = useDesk()
  const rotation = useRotation(workspace.id)
  const [asked, setAsked] = useState<Asked>()
  const keys = useKeys(rotation.current !== undefined || asked?.deed === 'revoke')
  const [done, setDone] = useState('')
  const close = () => setAsked(undefined)
  const mayManage = manages(workspace.role)
  const active = keys.data?.filter(({ state }) => state === 'active') ?? []

  const ask = (next: Asked) => {
    setDone('')
    setAsked(next)
  }
  const onRevoked = (key: Key) => {
    close()
    setDone(`“${key.label}” is revoked. Requests with it are refused from now on.`)
    if (rotation.current?.oldKeyId === key.id) rotation.end()
  }
  const create = <Button onClick={() => ask({ deed: 'create' })}>Create key</Button>

  return (
    <Page
      title="API keys"
      about="With a key your servers call the API. Live keys belong on servers only, never in a browser or an app."
      actions={mayManage && keys.data && keys.data.length > 0 ? create : null}
    >
      {mayManage ? null : (
        <Alert color="blue">{`Only owners and admins create and revoke keys. Your role here is ${workspace.role}.`}</Alert>
      )}
      <Live>
        {done ? (
          <Alert color="green" withCloseButton closeButtonLabel="Dismiss" onClose={() => setDone('')}>
            {done}
          </Alert>
        ) : null}
      </Live>
      {keys.data && mayManage ? (
        <RotationPanel rotation={rotation} keys={keys.data} onRevoke={(key) => ask({ deed: 'revoke', key })} />
      ) : null}
      {keys.isPending ? <Loading what="the keys" /> : null}
      <Failure error={keys.error} title="The keys can't be shown" onRetry={() => void keys.refetch()} />
      {keys.data?.length === 0 ? <NoKeys action={mayManage ? create : null} /> : null}
      {keys.data && keys.data.length > 0 ? (
        <>
          <Text size="sm" c="dimmed">
            {`${active.length} of ${MAX_ACTIVE_KEYS} active keys, both environments together.`}
          </Text>
          <KeyList
            keys={keys.data}
            {...(mayManage && {
              onRotate: (key: Key) => ask({ deed: 'rotate', key }),
              onRevoke: (key: Key) => ask({ deed: 'revoke', key }),
            })}
          />
        </>
      ) : null}
      {asked?.deed === 'create' ? <CreateKeyDialog onClose={close} /> : null}
      {asked?.deed === 'rotate' ? (
        <CreateKeyDialog
          replaces={asked.key}
          onClose={close}
          onCreated={({ id }) => rotation.begin({ oldKeyId: asked.key.id, newKeyId: id })}
        />
      ) : null}
      {asked?.deed === 'revoke' ? (
        <RevokeKeyDialog
          // As it is by now: it may be used while the dialog is open.
          of={keys.data?.find(({ id }) => id === asked.key.id) ?? asked.key}
          onClose={close}
          onRevoked={onRevoked}
        />
      ) : null}
    </Page>
  )
}
