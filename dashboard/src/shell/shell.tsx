import { AppShell, Box, Center, Loader } from '@mantine/core'
import { useDisclosure, useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Mode, useMe, WorkspaceContext } from '../session.ts'
import { ErrorAlert } from '../ui/feedback.tsx'
import { confirmLeave } from '../ui/leave-guard.ts'
import { Header } from './header.tsx'
import { LimitBanner } from './limit-banner.tsx'
import { listPathOf } from './list-path.ts'
import { Navigation } from './navigation.tsx'
import { NoWorkspace } from './no-workspace.tsx'
import { isSettingsPath } from './pages.ts'
import { Palette } from './palette/palette.tsx'
import { SessionDialog } from './session-dialog.tsx'
import classes from './shell.module.css'
import { ShortcutsDialog, useGlobalShortcuts } from './shortcuts.tsx'
import { WebhookBanner } from './webhook-banner.tsx'

const HEADER_PX = 56
const BANNER_PX = 34

export function Shell() {
  const me = useMe()
  const [workspaceId, storeWorkspaceId] = useStoredWorkspaceId()
  const [mode, storeMode] = useStoredMode()
  const [menuOpen, menu] = useDisclosure(false)
  const main = useFocusOnNavigation(menu.close)
  const isCompact = useIsCompact()
  const { pathname } = useLocation()
  const leaveItem = useLeaveItem()
  const burger = useRef<HTMLButtonElement>(null)
  const closeMenu = () => {
    if (!menuOpen) return
    menu.close()
    burger.current?.focus()
  }
  useHotkeys([['Escape', closeMenu]], [])
  const [overlay, setOverlay] = useState<'palette' | 'shortcuts'>()
  useGlobalShortcuts({ onSearch: () => setOverlay('palette'), onHelp: () => setOverlay('shortcuts') })

  if (!me.data) {
    return (
      <Center component="main" mih="100dvh" p="md">
        {me.isError ? (
          <ErrorAlert title="Couldn't load the dashboard" error={me.error} onRetry={() => void me.refetch()} />
        ) : (
          <Loader role="status" aria-label="Loading dashboard" />
        )}
      </Center>
    )
  }
  const { workspaces } = me.data
  const workspace = workspaces.find(({ id }) => id === workspaceId) ?? workspaces[0]
  if (!workspace) return <NoWorkspace me={me.data} onCreated={storeWorkspaceId} />

  const isTest = mode === 'test'
  const closeOverlay = () => setOverlay(undefined)
  const changeMode = (next: Mode) => confirmLeave(() => leaveItem(() => storeMode(next)))
  return (
    <WorkspaceContext value={{ me: me.data, workspace, mode, environmentId: workspace.environments[mode] }}>
      <SkipLink target={main} />
      <AppShell
        header={{ height: HEADER_PX + (isTest ? BANNER_PX : 0) }}
        navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !menuOpen, desktop: isCompact && !menuOpen } }}
        padding={{ base: 'md', sm: 'xl' }}
      >
        <AppShell.Header>
          {isTest ? <SandboxBanner height={BANNER_PX} /> : null}
          <Header
            height={HEADER_PX}
            burger={burger}
            menuOpen={menuOpen}
            isCompact={isCompact}
            onToggleMenu={menu.toggle}
            onWorkspaceChange={(id) => confirmLeave(() => leaveItem(() => storeWorkspaceId(id)))}
            onModeChange={changeMode}
            onSearch={() => setOverlay('palette')}
            onHelp={() => setOverlay('shortcuts')}
          />
        </AppShell.Header>
        <AppShell.Navbar
          p="sm"
          aria-label={isSettingsPath(pathname) ? 'Settings' : 'Main'}
          className={classes.navbar ?? ''}
          data-open={menuOpen || undefined}
          data-compact={isCompact || undefined}
        >
          <Navigation />
        </AppShell.Navbar>
        <AppShell.Main ref={main} id="main" tabIndex={-1} className={classes.main ?? ''}>
          {/* Remount on switch: nothing of one environment, not even a half-filled form, may show up in another. */}
          <Box flex={1}>
            <WebhookBanner />
            <Outlet key={workspace.environments[mode]} />
          </Box>
          <LimitBanner />
        </AppShell.Main>
      </AppShell>
      {overlay === 'palette' ? (
        <Palette onClose={closeOverlay} onModeChange={changeMode} onHelp={() => setOverlay('shortcuts')} />
      ) : null}
      {overlay === 'shortcuts' ? <ShortcutsDialog onClose={closeOverlay} /> : null}
      <SessionDialog email={me.data.user.email} />
    </WorkspaceContext>
  )
}

/** Moves focus to the new page so that screen readers announce it. */
function useFocusOnNavigation(onNavigated: () => void) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const previousPathname = useRef(pathname)
  useEffect(() => {
    if (previousPathname.current === pathname) return
    previousPathname.current = pathname
    onNavigated()
    main.current?.focus({ preventScroll: true })
  }, [pathname, onNavigated])
  return main
}

/** The inbox needs the width for its panes: the navigation opens on demand there, unless the window is very wide. */
function useIsCompact(): boolean {
  const { pathname } = useLocation()
  const isWide = useMediaQuery('(min-width: 105em)', false, { getInitialValueInEffect: false })
  return pathname === '/inbox' && !isWide
}

/** Not synchronized between tabs: another tab must not change what is on screen. */
const AS_STRING = { serialize: (value: string) => value, getInitialValueInEffect: false, sync: false }

export const useStoredWorkspaceId = () =>
  useLocalStorage<string>({
    ...AS_STRING,
    key: 'storedesk.workspace',
    defaultValue: '',
    deserialize: (stored = '') => stored,
  })

/** Any other stored value means live, where there is no banner and mistakes cost most. */
export const useStoredMode = () =>
  useLocalStorage<Mode>({
    ...AS_STRING,
    key: 'storedesk.mode',
    defaultValue: 'live',
    deserialize: (stored) => (stored === 'test' ? 'test' : 'live'),
  })

export function SandboxBanner({ height }: { height: number }) {
  return (
    <div className={classes.banner} style={{ height }} role="status">
      Sandbox: nothing here affects your live shop
    </div>
  )
}

/** A button, because with hash routing an anchor link would navigate away. */
export function SkipLink({ target }: { target: RefObject<HTMLElement | null> }) {
  return (
    <button type="button" className={classes.skip} onClick={() => target.current?.focus()}>
      Skip to content
    </button>
  )
}

/**
 * Opens the list first when an item is on screen, which another environment or workspace does not have. Unsaved changes
 * were asked for before.
 */
function useLeaveItem() {
  const router = useRouter()
  return (then: () => void) => {
    const to = listPathOf(router.state.location.pathname, Object.keys(router.routesByPath))
    if (to === undefined) then()
    else void router.navigate({ to, ignoreBlocker: true }).then(then)
  }
}
