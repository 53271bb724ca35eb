import { Box, Paper, Text } from '@mantine/core'

/** One number of a report, in a `dl`. */
export function Figure({ label, value, about }: { label: string; value: string; about?: string }) {
  return (
    <Paper withBorder p="md">
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Box component="dd" m={0}>
        <Text size="xl" fw={700}>
          {value}
        </Text>
        {about ? (
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        ) : null}
      </Box>
    </Paper>
  )
}
