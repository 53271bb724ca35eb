import { Stack, Text } from '@mantine/core'
import { JsonBox, toJson } from '../ui/json-box.tsx'
import { toolLabel } from './chat-labels.ts'
import type { ChatMessage } from './chats.ts'
import classes from './messages.module.css'

/** What the assistant looked up or did, closed until someone wants to know. */
export function ToolCalls({ calls }: { calls: ChatMessage['toolCalls'] }) {
  const failed = calls.filter(({ ok }) => !ok).length
  return (
    <details className={classes.details}>
      <summary>
        {`${calls.length} ${calls.length === 1 ? 'tool call' : 'tool calls'}${failed > 0 ? `, ${failed} failed` : ''}`}
      </summary>
      <Stack gap="xs" mt="xs">
        {calls.map(({ id, name, input, ok, output, error }) => (
          <div key={id}>
            <Text size="sm" fw={600}>
              {toolLabel(name)}
              <Text span size="xs" c="dimmed">
                {` ${name}`}
              </Text>
            </Text>
            <JsonBox label={`Input of ${name}`}>{toJson(input)}</JsonBox>
            <JsonBox label={`Result of ${name}`}>
              {ok ? (output === null ? 'Too much to store' : toJson(output)) : (error?.message ?? 'Failed')}
            </JsonBox>
          </div>
        ))}
      </Stack>
    </details>
  )
}
