import { Menu, Text, UnstyledButton } from '@mantine/core'
import { useDesk } from './desk.ts'

export function WorkspaceSwitcher({ onChange }: { onChange: (id: string) => void }) {
  const { me, workspace } = useDesk()
  if (me.workspaces.length === 1) {
    return (
      <Text fw={600} truncate>
        {workspace.name}
      </Text>
    )
  }
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton aria-label={`Workspace: ${workspace.name}. Change it`} miw={0}>
          <Text fw={600} truncate>
            {workspace.name} <span aria-hidden>▾</span>
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Workspaces</Menu.Label>
        {me.workspaces.map(({ id, name, role }) => (
          <Menu.Item
            key={id}
            onClick={() => onChange(id)}
            rightSection={
              <Text size="xs" c="dimmed">
                {role}
              </Text>
            }
            {...(id === workspace.id && { 'aria-current': true, fw: 700 })}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
