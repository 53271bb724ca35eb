import { Stack, Text } from '@mantine/core'
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
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre className={classes.json} tabIndex={0} aria-label={`Input of ${name}`}>
              {toJson(input)}
            </pre>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre className={classes.json} tabIndex={0} aria-label={`Result of ${name}`}>
              {ok ? (output === null ? 'Too much to store' : toJson(output)) : (error?.message ?? 'Failed')}
            </pre>
          </div>
        ))}
      </Stack>
    </details>
  )
}

const toJson = (value: unknown): string => JSON.stringify(value, null, 2)
