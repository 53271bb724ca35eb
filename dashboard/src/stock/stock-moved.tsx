import { Alert, Button, Stack, Text } from '@mantine/core'
import { ApiError } from '../api.ts'

/** What is on hand in truth, where the server has refused because it is not what was on the screen. */
export function stockNow(error: Error | null): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stock_changed') return undefined
  return error.details[0]?.actual
}

interface Props {
  was: number
  now: number
  onGoOn: () => void
}

/** A sale or another count came between: to write over it would lose it. */
export function StockMoved({ was, now, onGoOn }: Props) {
  return (
    <Alert color="orange" role="alert" title="The stock has changed meanwhile">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{`It was ${was} when you opened this and is ${now} now. Nothing of yours was written yet.`}</Text>
        <Button size="xs" variant="default" onClick={onGoOn}>
          {`Go on from ${now}`}
        </Button>
      </Stack>
    </Alert>
  )
}
