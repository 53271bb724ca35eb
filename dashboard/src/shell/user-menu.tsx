import { Avatar, Kbd, Menu, Text, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSignOut } from '../auth/sign-out.ts'
import { useWorkspace } from '../session.ts'
import { useShopUrl } from '../settings/shop-url.ts'
import { confirmLeave } from '../ui/leave-guard.ts'
import { ColorSchemeItems } from './color-scheme.tsx'
import classes from './user-menu.module.css'

export function UserMenu({ onHelp }: { onHelp: () => void }) {
  const { me, workspace } = useWorkspace()
  const signOut = useSignOut()
  const { name, email } = me.user
  const shopUrl = useShopUrl()
  const leave = (scope: 'here' | 'everywhere') => confirmLeave(() => signOut.mutate(scope))
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <UnstyledButton aria-label={`Account of ${name}`}>
          <Avatar color="indigo" radius="xl" size={34}>
            <span className={classes.initials} data-initials={initialsOf(name)} />
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {name}
          </Text>
          <Text size="xs" truncate>
            {email}
          </Text>
          <Text size="xs">{`Role: ${workspace.role}`}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <ColorSchemeItems />
        <Menu.Divider />
        <Menu.Item renderRoot={(props) => <Link to="/account" {...props} />}>Your account</Menu.Item>
        {shopUrl === undefined ? null : (
          <Menu.Item hiddenFrom="sm" component="a" href={shopUrl} target="_blank" rel="noreferrer">
            View shop
          </Menu.Item>
        )}
        <Menu.Item onClick={onHelp} rightSection={<Kbd size="xs">?</Kbd>}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        {signOut.isError ? <Menu.Label role="alert">Couldn't sign out. Try again.</Menu.Label> : null}
        <Menu.Item closeMenuOnClick={false} disabled={signOut.isPending} onClick={() => leave('here')}>
          Sign out
        </Menu.Item>
        <Menu.Item closeMenuOnClick={false} disabled={signOut.isPending} onClick={() => leave('everywhere')}>
          Sign out everywhere
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
