import { Alert, Button, Center, Stack, Text } from '@mantine/core'

/** Mostly a page that was open while the server was updated: the files it would load now are gone. */
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
