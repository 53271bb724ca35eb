import { Text } from '@mantine/core'
import { formatMoney } from '../ui/money.ts'
import type { ChatMessage } from './chats.ts'

/** Who answered, how long it took and what it cost. */
export function UsageLine({ message }: { message: Pick<ChatMessage, 'engine' | 'usage' | 'durationMs'> }) {
  const parts = usageParts(message)
  if (parts.length === 0) return null
  return (
    <Text size="xs" c="dimmed">
      {parts.join(' · ')}
    </Text>
  )
}

function usageParts({ engine, usage, durationMs }: Pick<ChatMessage, 'engine' | 'usage' | 'durationMs'>) {
  const tokens = usage ? usage.inputTokens + usage.outputTokens : 0
  return [
    engine && engineName(engine),
    durationMs === null ? null : formatDuration(durationMs),
    usage && tokens > 0
      ? `${usage.inputTokens.toLocaleString()} tokens in, ${usage.outputTokens.toLocaleString()} out`
      : null,
    usage?.cost && tokens > 0 ? formatMoney(usage.cost) : null,
  ].filter((part) => part !== null)
}

const formatDuration = (ms: number): string => (ms < 100 ? '< 0.1 s' : `${(ms / 1000).toFixed(1)} s`)

function engineName({ kind, model, fallback }: NonNullable<ChatMessage['engine']>): string {
  if (fallback) return `Built-in assistant, because ${model ?? 'the model'} failed`
  return kind === 'model' ? (model ?? 'Model') : 'Built-in assistant'
}
