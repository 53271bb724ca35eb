import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Page } from '../ui/page.tsx'

export const NotFoundPage = () => (
  <Page title="Page not found" about="The link may be old or mistyped. Search for what you need, or go back to home.">
    <Button component={Link} to="/" variant="default" w="fit-content">
      Go to home
    </Button>
  </Page>
)
