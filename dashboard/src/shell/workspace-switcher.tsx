import { Group, Menu, Text, UnstyledButton } from '@mantine/core'
import { useRef, useState } from 'react'
import { ROLE_LABELS, useWorkspace } from '../session.ts'
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx'

export function WorkspaceSwitcher({ onChange }: { onChange: (id: string) => void }) {
  const { me, workspace } = useWorkspace()
  const [isCreating, setIsCreating] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Menu position="bottom-start" width={280} shadow="md">
        <Menu.Target>
          <UnstyledButton ref={button} aria-label={`Workspace: ${workspace.name}. Switch workspace`} miw={0}>
            <Group gap={6} wrap="nowrap">
              <Text fw={600} truncate>
                {workspace.name}
              </Text>
              <span aria-hidden>▾</span>
            </Group>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
          <Menu.Label>Workspaces</Menu.Label>
          {me.workspaces.map(({ id, name, role }) => (
            <Menu.Item
              key={id}
              onClick={() => onChange(id)}
              style={{ overflowWrap: 'anywhere' }}
              rightSection={
                <Text size="xs" c="dimmed">
                  {ROLE_LABELS[role]}
                </Text>
              }
              {...(id === workspace.id && { 'aria-current': true, fw: 700 })}
            >
              {name}
            </Menu.Item>
          ))}
          {me.canCreateWorkspaces ? (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setIsCreating(true)}>Create workspace</Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {isCreating ? (
        <NewWorkspaceDialog
          onClose={() => {
            setIsCreating(false)
            // The menu item that opened the dialog no longer exists.
            setTimeout(() => button.current?.focus())
          }}
          onCreated={onChange}
        />
      ) : null}
    </>
  )
}
