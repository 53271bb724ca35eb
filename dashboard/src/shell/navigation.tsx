import { Badge, NavLink, Stack, Text, VisuallyHidden } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useWaitingWork } from '../home/home.ts'
import { useViewCounts } from '../inbox/inbox.ts'
import { Icon } from '../ui/icon.tsx'
import classes from './navigation.module.css'
import {
  isAtOrBelow,
  isSettingsPath,
  MAIN_SECTIONS,
  type NavigationPage,
  SETTINGS_PATH,
  SETTINGS_SECTIONS,
} from './pages.ts'

export function Navigation() {
  const { pathname } = useLocation()
  return isSettingsPath(pathname) ? <SettingsMenu pathname={pathname} /> : <MainMenu pathname={pathname} />
}

interface Work {
  count: number
  /** As in "3 to fulfill". */
  what: string
}

/** Only what waits for somebody. */
function useWaiting(): Record<string, Work> {
  const work = useWaitingWork().data
  const tickets = useViewCounts().data?.waiting ?? 0
  return {
    '/sales/orders': { count: work?.ordersToFulfill ?? 0, what: 'to fulfill' },
    '/inbox': { count: tickets, what: 'waiting' },
    '/chats': { count: work?.liveChats ?? 0, what: 'live' },
  }
}

function MainMenu({ pathname }: { pathname: string }) {
  const waiting = useWaiting()
  return (
    <div className={classes.menu}>
      <Sections sections={MAIN_SECTIONS} pathname={pathname} waiting={waiting} />
      <div className={classes.bottom}>
        <PageLink page={{ to: SETTINGS_PATH, label: 'Settings', icon: 'settings' }} isCurrent={false} />
      </div>
    </div>
  )
}

function SettingsMenu({ pathname }: { pathname: string }) {
  return (
    <div className={classes.menu}>
      <div className={classes.top}>
        <PageLink page={{ to: '/', label: 'Back to shop', icon: 'back' }} isCurrent={false} />
        <PageLink
          page={{ to: SETTINGS_PATH, label: 'All settings', icon: 'settings' }}
          isCurrent={pathname === SETTINGS_PATH}
        />
      </div>
      <Sections sections={SETTINGS_SECTIONS} pathname={pathname} waiting={{}} />
    </div>
  )
}

interface SectionsProps {
  sections: readonly { title: string; pages: readonly NavigationPage[] }[]
  pathname: string
  waiting: Record<string, Work>
}

const Sections = ({ sections, pathname, waiting }: SectionsProps) => (
  <Stack gap="sm">
    {sections.map(({ title, pages }) => (
      <div key={title}>
        {title ? (
          <Text size="xs" fw={600} c="dimmed" mb={2} px="xs">
            {title}
          </Text>
        ) : null}
        {pages.map((page) => (
          <PageLink key={page.to} page={page} isCurrent={isAtOrBelow(pathname, page.to)} work={waiting[page.to]} />
        ))}
      </div>
    ))}
  </Stack>
)

interface PageLinkProps {
  page: NavigationPage
  isCurrent: boolean
  work?: Work | undefined
}

function PageLink({ page: { to, label, icon }, isCurrent, work }: PageLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const countId = useId()
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const hasWork = work !== undefined && work.count > 0
  return (
    <>
      <NavLink
        ref={link}
        // The router would mark the pages above the current one, too.
        renderRoot={(props) => <Link to={to} activeOptions={{ exact: true }} {...props} />}
        label={label}
        leftSection={<Icon name={icon} />}
        active={isCurrent}
        className={classes.link ?? ''}
        {...(isCurrent && { 'aria-current': 'page' as const })}
        {...(hasWork && { 'aria-describedby': countId, rightSection: <Count>{formatCount(work.count)}</Count> })}
      />
      {/* Not part of the link's name, which should not change with every order. */}
      {hasWork ? <VisuallyHidden id={countId}>{`${formatCount(work.count)} ${work.what}`}</VisuallyHidden> : null}
    </>
  )
}

const Count = ({ children }: { children: ReactNode }) => (
  <Badge size="sm" variant="light" color="gray" aria-hidden className={classes.count ?? ''}>
    {children}
  </Badge>
)

const formatCount = (count: number) => (count >= 1000 ? '999+' : String(count))
