import { AppShell, Box, Center, Loader } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { DeskContext } from '../access/desk.ts'
import { useMe } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { leaveThen } from '../parts/leaving.ts'
import { Header } from './header.tsx'
import { LimitBanner } from './limit-banner.tsx'
import { Navigation } from './navigation.tsx'
import { NoWorkspace } from './no-workspace.tsx'
import { useRememberedMode, useRememberedWorkspace } from './remembered.ts'
import { SandboxBanner } from './sandbox-banner.tsx'
import classes from './shell.module.css'
import { SkipLink } from './skip-link.tsx'

const BAR_PX = 56
const BANNER_PX = 34

export function Shell() {
  const me = useMe()
  const [workspaceId, rememberWorkspace] = useRememberedWorkspace()
  const [mode, rememberMode] = useRememberedMode()
  const [menuOpen, menu] = useDisclosure(false)
  const main = useFocusOnNavigation(menu.close)
  const burger = useRef<HTMLButtonElement>(null)
  const leaveMenu = () => {
    if (!menuOpen) return
    menu.close()
    burger.current?.focus()
  }
  useHotkeys([['Escape', leaveMenu]], [])

  if (!me.data) {
    return (
      <Center component="main" mih="100dvh" p="md">
        {me.isError ? (
          <Failure title="The dashboard can't be shown" error={me.error} onRetry={() => void me.refetch()} />
        ) : (
          <Loader aria-label="Loading the dashboard" />
        )}
      </Center>
    )
  }
  const { workspaces } = me.data
  const workspace = workspaces.find(({ id }) => id === workspaceId) ?? workspaces[0]
  if (!workspace) return <NoWorkspace me={me.data} onOpened={rememberWorkspace} />

  const isTest = mode === 'test'
  return (
    <DeskContext value={{ me: me.data, workspace, mode, environmentId: workspace.environments[mode] }}>
      <SkipLink target={main} />
      <AppShell
        header={{ height: BAR_PX + (isTest ? BANNER_PX : 0) }}
        navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
        padding={{ base: 'md', sm: 'xl' }}
      >
        <AppShell.Header>
          {isTest ? <SandboxBanner height={BANNER_PX} /> : null}
          <Header
            height={BAR_PX}
            burger={burger}
            menuOpen={menuOpen}
            onMenu={menu.toggle}
            onWorkspace={(id) => leaveThen(() => rememberWorkspace(id))}
            onMode={(next) => leaveThen(() => rememberMode(next))}
          />
        </AppShell.Header>
        <AppShell.Navbar p="md" aria-label="Main" className={classes.navbar ?? ''} data-open={menuOpen || undefined}>
          <Navigation />
        </AppShell.Navbar>
        <AppShell.Main ref={main} id="main" tabIndex={-1} className={classes.main ?? ''}>
          {/* Nothing of one environment may stay on the screen, or in a half-filled form, in another. */}
          <Box flex={1}>
            <Outlet key={workspace.environments[mode]} />
          </Box>
          <LimitBanner />
        </AppShell.Main>
      </AppShell>
    </DeskContext>
  )
}

/** Somebody who can't see the page change hears it begin anew. */
function useFocusOnNavigation(onNavigated: () => void) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    onNavigated()
    main.current?.focus({ preventScroll: true })
  }, [pathname, onNavigated])
  return main
}
