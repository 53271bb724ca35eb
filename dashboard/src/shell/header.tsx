import { Box, Burger, Group, SegmentedControl } from '@mantine/core'
import type { RefObject } from 'react'
import mark from '../mark.svg'
import { ENVIRONMENT_LABELS, type Mode, useWorkspace } from '../session.ts'
import { UserMenu } from './user-menu.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

interface Props {
  height: number
  burger: RefObject<HTMLButtonElement | null>
  menuOpen: boolean
  /** The navigation is hidden on wide screens, too. */
  isCompact: boolean
  onToggleMenu: () => void
  onWorkspaceChange: (id: string) => void
  onModeChange: (mode: Mode) => void
}

const MODES = (['live', 'test'] as const satisfies Mode[]).map((value) => ({ value, label: ENVIRONMENT_LABELS[value] }))

export function Header({ height, burger, menuOpen, isCompact, onToggleMenu, onWorkspaceChange, onModeChange }: Props) {
  const { mode } = useWorkspace()
  return (
    <Group h={height} px="md" gap="sm" wrap="nowrap" justify="space-between">
      <Group gap="sm" wrap="nowrap" miw={0} flex={1}>
        <Burger
          ref={burger}
          opened={menuOpen}
          onClick={onToggleMenu}
          {...(!isCompact && { hiddenFrom: 'sm' })}
          size="sm"
          aria-label={menuOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={menuOpen}
        />
        <Box visibleFrom="sm" lh={0}>
          <img src={mark} alt="Storedesk" width={32} height={32} />
        </Box>
        <WorkspaceSwitcher onChange={onWorkspaceChange} />
      </Group>
      <Group gap="sm" wrap="nowrap">
        <SegmentedControl
          aria-label="Environment"
          data={MODES}
          value={mode}
          onChange={onModeChange}
          size="xs"
          color={mode === 'test' ? 'yellow.4' : 'indigo'}
          autoContrast
        />
        <UserMenu />
      </Group>
    </Group>
  )
}
