import { SimpleGrid } from '@mantine/core'
import { canManage, useWorkspace } from '../session.ts'
import { Page } from '../ui/page.tsx'
import { ActivityCard } from './activity-card.tsx'
import { SalesCard } from './sales-card.tsx'
import { SetupCard } from './setup-card.tsx'
import { TasksCard } from './tasks-card.tsx'
import { WaitingTiles } from './waiting-tiles.tsx'

export function HomePage() {
  const { workspace, mode } = useWorkspace()
  return (
    <Page title="Home">
      {/* The sandbox has nothing to set up: it is a copy. */}
      {canManage(workspace.role) && mode === 'live' ? <SetupCard /> : null}
      <WaitingTiles />
      <SalesCard />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <TasksCard />
        <ActivityCard />
      </SimpleGrid>
    </Page>
  )
}
