import { ActionIcon, Anchor, Box, Burger, Group, Kbd, SegmentedControl, UnstyledButton } from '@mantine/core'
import type { RefObject } from 'react'
import { isMac } from '../inbox/composer/platform.ts'
import mark from '../mark.svg'
import { ENVIRONMENT_LABELS, type Mode, useWorkspace } from '../session.ts'
import { useShopUrl } from '../settings/shop-url.ts'
import { Icon } from '../ui/icon.tsx'
import classes from './header.module.css'
import { UserMenu } from './user-menu.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

interface Props {
  height: number
  burger: RefObject<HTMLButtonElement | null>
  menuOpen: boolean
  /** The navigation is hidden on wide screens, too. */
  isCompact: boolean
  onToggleMenu: () => void
  onSearch: () => void
  onHelp: () => void
  onWorkspaceChange: (id: string) => void
  onModeChange: (mode: Mode) => void
}

const MODES = (['live', 'test'] as const satisfies Mode[]).map((value) => ({ value, label: ENVIRONMENT_LABELS[value] }))

export function Header({ height, burger, menuOpen, isCompact, onToggleMenu, onSearch, onHelp, ...handlers }: Props) {
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
        <WorkspaceSwitcher onChange={handlers.onWorkspaceChange} />
      </Group>
      <SearchButton onSearch={onSearch} />
      <Group gap="sm" wrap="nowrap" justify="flex-end" className={classes.end ?? ''}>
        <ShopLink />
        <SegmentedControl
          aria-label="Environment"
          data={MODES}
          value={mode}
          onChange={handlers.onModeChange}
          size="xs"
          color={mode === 'test' ? 'yellow.4' : 'indigo'}
          autoContrast
        />
        <UserMenu onHelp={onHelp} />
      </Group>
    </Group>
  )
}

function SearchButton({ onSearch }: { onSearch: () => void }) {
  return (
    <>
      <UnstyledButton visibleFrom="md" className={classes.search ?? ''} onClick={onSearch}>
        <Icon name="search" size={16} />
        <span className={classes.searchLabel}>Search</span>
        <Kbd size="xs" aria-hidden>
          {isMac() ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <ActionIcon hiddenFrom="md" variant="subtle" color="gray" size="lg" aria-label="Search" onClick={onSearch}>
        <Icon name="search" size={20} />
      </ActionIcon>
    </>
  )
}

/** In a new tab: whoever looks at the shop wants to come back. */
function ShopLink() {
  const url = useShopUrl()
  if (url === undefined) return null
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" visibleFrom="sm" className={classes.shop ?? ''}>
      <Icon name="shop" size={16} />
      View shop
    </Anchor>
  )
}
