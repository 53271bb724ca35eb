import { Alert, Button, Center, Stack, Text } from '@mantine/core'

/** Usually a page left open during a server update: the chunks it would load are gone. */
export function PageError() {
  return (
    <Center mih="50dvh" p="md">
      <Alert color="red" role="alert" title="Couldn't load this page" maw={460}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">The server may have been updated or may be unavailable. Reload the page to try again.</Text>
          <Button size="xs" variant="default" onClick={() => window.location.reload()}>
            Reload page
          </Button>
        </Stack>
      </Alert>
    </Center>
  )
}
