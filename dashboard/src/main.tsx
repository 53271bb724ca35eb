import '@mantine/core/styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './query-client.ts'
import { createDashboardRouter } from './router.tsx'
import { returnSearch } from './routes/shell.tsx'
import { cssVariables, theme } from './theme.ts'
import { ignoreDoubleClicks } from './ui/single-clicks.ts'
import { Toasts } from './ui/toast.tsx'

ignoreDoubleClicks()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')

const queryClient = createQueryClient(() => {
  const { pathname } = router.state.location
  if (pathname === '/sign-in') return
  // Navigate before dropping the data: mounted components would refetch it.
  const navigation = router.navigate({ to: '/sign-in', search: returnSearch(pathname) })
  // Not `clear`: it would also drop the sign-in page's own query for whether the server needs setup.
  void navigation.then(() => queryClient.removeQueries({ type: 'inactive' }))
})
const router = createDashboardRouter(queryClient)

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
