import { ActionIcon, Button, Menu, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLiveChatList } from '../chats/chats.ts'
import { canManage, useWorkspace } from '../session.ts'
import { ConfirmDelete, FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { fieldError } from '../ui/field-errors.ts'
import classes from './inbox.module.css'
import { type TicketView, ticketViews, useViewCounts } from './inbox.ts'
import { useInbox } from './inbox-context.ts'
import { formatCount } from './inbox-labels.ts'
import { DEFAULT_VIEW, LIVE_CHATS_VIEW } from './inbox-search.ts'

export function ViewsPane() {
  const { views, open } = useInbox()
  const builtIn = views.filter((view) => view.builtIn)
  const shared = views.filter((view) => !view.builtIn && view.shared)
  const personal = views.filter((view) => !view.builtIn && !view.shared)
  return (
    <div className={classes.views}>
      <Text size="lg" fw={700} px="sm" mb="xs">
        Inbox
      </Text>
      <nav aria-label="Views">
        <ViewGroup views={builtIn} />
        <ul className={classes.viewList}>
          <LiveChatsLink />
        </ul>
        <ViewGroup title="Shared" views={shared} />
        <ViewGroup title="Personal" views={personal} />
      </nav>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        mt="auto"
        justify="flex-start"
        onClick={() => open('help')}
      >
        Shortcuts: ?
      </Button>
    </div>
  )
}

function ViewGroup({ title, views }: { title?: string; views: TicketView[] }) {
  if (views.length === 0) return null
  return (
    <>
      {title ? (
        <Text size="xs" fw={700} c="dimmed" px="sm" mt="md" mb={4}>
          {title}
        </Text>
      ) : null}
      <ul className={classes.viewList}>
        {views.map((view) => (
          <ViewLink key={view.id} view={view} />
        ))}
      </ul>
    </>
  )
}

function LiveChatsLink() {
  const { search } = useInbox()
  const { live = [], hasNextPage } = useLiveChatList()
  return (
    <li className={classes.viewItem}>
      <Link
        to="/inbox"
        search={{ view: LIVE_CHATS_VIEW }}
        className={classes.viewLink}
        {...(search.viewId === LIVE_CHATS_VIEW && { 'aria-current': 'page' as const })}
      >
        <span className={classes.viewName}>Live chats</span>
        <span className={classes.viewCount}>{live.length > 0 ? `${live.length}${hasNextPage ? '+' : ''}` : ''}</span>
      </Link>
    </li>
  )
}

function ViewLink({ view }: { view: TicketView }) {
  const { search } = useInbox()
  const { workspace } = useWorkspace()
  const counts = useViewCounts()
  const [dialog, setDialog] = useState<'rename' | 'delete'>()
  const close = () => setDialog(undefined)
  const count = counts.data?.data.find(({ viewId }) => viewId === view.id)
  const isCurrent = view.id === search.viewId
  const canChange = !view.builtIn && (!view.shared || canManage(workspace.role))
  return (
    <li className={classes.viewItem}>
      <Link
        to="/inbox"
        search={view.id === DEFAULT_VIEW ? {} : { view: view.id }}
        // A link to the default view would count as current in every view.
        activeOptions={{ exact: true }}
        className={classes.viewLink}
        {...(isCurrent && { 'aria-current': 'page' as const })}
      >
        <span className={classes.viewName}>{view.name}</span>
        {/* Reserves its width, so that a new count moves nothing. */}
        <span className={classes.viewCount}>{count && count.count > 0 ? formatCount(count) : ''}</span>
      </Link>
      {canChange ? (
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Actions for the view ${view.name}`}>
              ⋯
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setDialog('rename')}>Rename view</Menu.Item>
            <Menu.Item color="var(--mantine-color-error)" onClick={() => setDialog('delete')}>
              Delete view
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {dialog === 'rename' ? <RenameView view={view} onClose={close} /> : null}
      {dialog === 'delete' ? <DeleteView view={view} onClose={close} /> : null}
    </li>
  )
}

function RenameView({ view, onClose }: { view: TicketView; onClose: () => void }) {
  const rename = ticketViews.useUpdate(view.id)
  const [name, setName] = useState(view.name)
  return (
    <FormDialog
      title="Rename view"
      mutation={rename}
      isReady={name.trim() !== ''}
      saveLabel="Rename view"
      onSave={() => rename.mutate({ name: name.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ErrorAlert error={rename.error} title="Couldn't rename the view" />
      <TextInput
        label="Name"
        description={view.shared ? 'Everyone in this workspace sees this view.' : 'Only you can see this view.'}
        value={name}
        onChange={(event) => {
          rename.reset()
          setName(event.currentTarget.value)
        }}
        error={fieldError(rename.error, '/name')}
        maxLength={50}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  )
}

function DeleteView({ view: { id, name }, onClose }: { view: TicketView; onClose: () => void }) {
  const { search } = useInbox()
  const remove = ticketViews.useDelete(id, {
    onSuccess: () => {
      onClose()
      search.openView(DEFAULT_VIEW)
    },
  })
  return (
    <ConfirmDelete
      name={name}
      consequence="Only the view is deleted, not its tickets."
      mutation={remove}
      onDelete={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  )
}
