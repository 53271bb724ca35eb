import { ActionIcon, Button, Group, Menu, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListItem } from '../api.ts'
import { resource } from '../resource.ts'
import { ConfirmDelete, FormDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { fieldError } from '../ui/field-errors.ts'

type SavedView = ListItem<'/workspaces/{workspaceId}/saved-views'>

const savedViews = resource('/workspaces/{workspaceId}/saved-views')

interface Props {
  page: SavedView['page']
  /** The filters on screen; those that are not set are absent. */
  values: SavedView['filters']
  /** Views that everybody has, after “All”. */
  common?: Pick<SavedView, 'name' | 'filters'>[]
}

/** The member's own views of a list: a name for filters that they use again and again. */
export function SavedViews({ page, values, common = [] }: Props) {
  const list = savedViews.useList()
  const [dialog, setDialog] = useState<'save' | 'rename' | 'delete'>()
  const close = () => setDialog(undefined)
  const views = list.data?.filter((view) => view.page === page) ?? []
  const current = views.find(({ filters }) => isSameView(filters, values))
  const isCommon = common.some(({ filters }) => isSameView(filters, values))
  const isFiltered = Object.keys(values).length > 0
  return (
    <>
      <ErrorAlert error={list.error} title="Couldn't load your views" onRetry={() => void list.refetch()} />
      <Group component="nav" gap={4} aria-label="Views">
        <ViewLink name="All" filters={{}} isCurrent={!isFiltered} />
        {common.map(({ name, filters }) => (
          <ViewLink key={name} name={name} filters={filters} isCurrent={isSameView(filters, values)} />
        ))}
        {views.map((view) => (
          <ViewLink key={view.id} name={view.name} filters={view.filters} isCurrent={view === current} />
        ))}
        {current ? (
          <Menu position="bottom-start" shadow="md">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size="md" aria-label={`Actions for the view ${current.name}`}>
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
        {isFiltered && list.isSuccess && !current && !isCommon ? (
          <Button size="compact-sm" variant="default" onClick={() => setDialog('save')}>
            Save view
          </Button>
        ) : null}
      </Group>
      {dialog === 'save' ? <SaveViewDialog page={page} values={values} onClose={close} /> : null}
      {dialog === 'rename' && current ? <RenameViewDialog view={current} onClose={close} /> : null}
      {dialog === 'delete' && current ? <DeleteViewDialog view={current} onClose={close} /> : null}
    </>
  )
}

/** In any order. */
export function isSameView(one: SavedView['filters'], other: SavedView['filters']): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

interface ViewLinkProps extends Pick<SavedView, 'name' | 'filters'> {
  isCurrent: boolean
}

const ViewLink = ({ name, filters, isCurrent }: ViewLinkProps) => (
  <Button
    size="compact-sm"
    variant={isCurrent ? 'light' : 'subtle'}
    {...(isCurrent && { 'aria-current': 'page' as const })}
    renderRoot={(props) => <Link to="." search={filters} replace activeOptions={{ exact: true }} {...props} />}
  >
    {name}
  </Button>
)

function SaveViewDialog({ page, values, onClose }: Omit<Props, 'common'> & { onClose: () => void }) {
  const create = savedViews.useCreate()
  return (
    <NameDialog
      title="Save view"
      initialName=""
      mutation={create}
      onSave={(name) => create.mutate({ page, name, filters: values }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function RenameViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const rename = savedViews.useUpdate(view.id)
  return (
    <NameDialog
      title="Rename view"
      initialName={view.name}
      mutation={rename}
      onSave={(name) => rename.mutate({ name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

interface NameDialogProps {
  title: string
  initialName: string
  mutation: { isPending: boolean; error: Error | null; reset: () => void }
  onSave: (name: string) => void
  onClose: () => void
}

function NameDialog({ title, initialName, mutation, onSave, onClose }: NameDialogProps) {
  const [name, setName] = useState(initialName)
  return (
    <FormDialog
      title={title}
      mutation={mutation}
      isReady={name.trim() !== ''}
      saveLabel={title}
      onSave={() => onSave(name.trim())}
      onClose={onClose}
    >
      <ErrorAlert error={mutation.error} title="Couldn't save the view" />
      <TextInput
        label="Name"
        description="Only you can see this view."
        value={name}
        onChange={(event) => {
          mutation.reset()
          setName(event.currentTarget.value)
        }}
        error={fieldError(mutation.error, '/name')}
        maxLength={50}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  )
}

function DeleteViewDialog({ view: { id, name }, onClose }: { view: SavedView; onClose: () => void }) {
  const remove = savedViews.useDelete(id, { onSuccess: onClose })
  return (
    <ConfirmDelete
      name={name}
      consequence="Only the view is deleted, not what it shows."
      mutation={remove}
      onDelete={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  )
}
