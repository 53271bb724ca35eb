import { Alert, Button, Center, Stack, Text } from '@mantine/core'

/** Usually a page left open during a server update: the chunks it would load are gone. */
export function PageError() {
  return (
    <Center mih="50dvh" p="md">
      <Alert color="red" role="alert" title="This page can't be shown" maw={460}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            Perhaps the server was updated, or can't be reached just now. Loading the page again helps.
          </Text>
          <Button size="xs" variant="default" onClick={() => window.location.reload()}>
            Load it again
          </Button>
        </Stack>
      </Alert>
    </Center>
  )
}
