import { Center, Loader } from '@mantine/core'

export function PageLoader() {
  return (
    <Center mih="50dvh" role="status">
      <Loader role="status" aria-label="Loading page" />
    </Center>
  )
}
