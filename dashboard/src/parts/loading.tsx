import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

const ROWS = ['first', 'second', 'third']

export function Loading({ what }: { what: string }) {
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>{`Loading ${what}…`}</VisuallyHidden>
      {ROWS.map((row) => (
        <Skeleton key={row} height={48} />
      ))}
    </Stack>
  )
}
