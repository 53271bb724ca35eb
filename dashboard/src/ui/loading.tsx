import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

const ROWS = ['first', 'second', 'third']

export function Loading({ what, rows = ROWS.length }: { what: string; rows?: number }) {
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>{`Loading ${what}…`}</VisuallyHidden>
      {ROWS.slice(0, rows).map((row) => (
        <Skeleton key={row} height={48} />
      ))}
    </Stack>
  )
}
