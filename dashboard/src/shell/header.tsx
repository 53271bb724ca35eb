import { Box, Burger, Group, SegmentedControl } from '@mantine/core'
import type { RefObject } from 'react'
import { useDesk } from '../access/desk.ts'
import type { Mode } from '../access/me.ts'
import mark from '../mark.svg'
import { UserMenu } from './user-menu.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

interface Props {
  height: number
  burger: RefObject<HTMLButtonElement | null>
  menuOpen: boolean
  onMenu: () => void
  onWorkspace: (id: string) => void
  onMode: (mode: Mode) => void
}

const MODES = [
  { value: 'live', label: 'Live' },
  { value: 'test', label: 'Test' },
] satisfies { value: Mode; label: string }[]

export function Header({ height, burger, menuOpen, onMenu, onWorkspace, onMode }: Props) {
  const { mode } = useDesk()
  return (
    <Group h={height} px="md" gap="sm" wrap="nowrap" justify="space-between">
      <Group gap="sm" wrap="nowrap" miw={0} flex={1}>
        <Burger
          ref={burger}
          opened={menuOpen}
          onClick={onMenu}
          hiddenFrom="sm"
          size="sm"
          aria-label={menuOpen ? 'Close the menu' : 'Open the menu'}
          aria-expanded={menuOpen}
        />
        <Box visibleFrom="sm" lh={0}>
          <img src={mark} alt="Storedesk" width={32} height={32} />
        </Box>
        <WorkspaceSwitcher onChange={onWorkspace} />
      </Group>
      <Group gap="sm" wrap="nowrap">
        <SegmentedControl
          aria-label="Environment"
          data={MODES}
          value={mode}
          onChange={onMode}
          size="xs"
          color={mode === 'test' ? 'yellow.4' : 'indigo'}
          autoContrast
        />
        <UserMenu />
      </Group>
    </Group>
  )
}
