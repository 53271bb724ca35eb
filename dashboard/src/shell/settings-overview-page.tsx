import { SimpleGrid, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { SETTINGS_SECTIONS } from './pages.ts'
import classes from './settings-overview-page.module.css'

export function SettingsOverviewPage() {
  return (
    <Page title="Settings">
      {SETTINGS_SECTIONS.map(({ title, pages }) => (
        <Section key={title} title={title}>
          <SimpleGrid component="ul" cols={{ base: 1, sm: 2, lg: 3 }} spacing="xs" m={0} p={0}>
            {pages.map(({ to, label, icon, about }) => (
              <li key={to} className={classes.item}>
                <Icon name={icon} size={20} />
                <div>
                  <Link to={to} className={classes.link ?? ''}>
                    {label}
                  </Link>
                  <Text size="sm" c="dimmed">
                    {about}
                  </Text>
                </div>
              </li>
            ))}
          </SimpleGrid>
        </Section>
      ))}
    </Page>
  )
}
