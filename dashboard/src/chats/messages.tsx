import { Anchor, Box, Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Label } from '../ui/label.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { AnswerCards } from './answer-cards.tsx'
import { ANSWER_STATUSES, speakerOf } from './chat-labels.ts'
import type { ChatMessage } from './chats.ts'
import classes from './messages.module.css'
import { ToolCalls } from './tool-calls.tsx'
import { UsageLine } from './usage-line.tsx'

const MarkdownPreview = lazy(async () => ({
  default: (await import('../ui/markdown-preview.tsx')).MarkdownPreview,
}))

export function Messages({ messages }: { messages: ChatMessage[] }) {
  return (
    <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Messages">
      {messages.map((message) => (
        <li key={message.id} className={classes.message} data-role={message.role}>
          <Message message={message} />
        </li>
      ))}
    </Stack>
  )
}

function Message({ message }: { message: ChatMessage }) {
  const { role, text, status, citations, cards, notices, toolCalls, rating, createdAt } = message
  const display = status && ANSWER_STATUSES[status]
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {speakerOf(message)}
        </Text>
        <Text size="xs" c="dimmed">
          <RelativeTime at={createdAt} />
        </Text>
        {display ? <Label color={display.color}>{display.label}</Label> : null}
        {rating ? (
          <Label color={rating === 'up' ? 'green' : 'red'}>{rating === 'up' ? 'Rated up' : 'Rated down'}</Label>
        ) : null}
      </Group>
      {notices.map(({ code, text: notice }) => (
        <Text key={code} size="sm" className={classes.notice ?? ''}>
          {notice}
        </Text>
      ))}
      {text ? <MessageText text={text} isMarkdown={role === 'assistant'} /> : null}
      {cards.length > 0 ? <AnswerCards cards={cards} /> : null}
      {citations.length > 0 ? <Citations citations={citations} /> : null}
      {toolCalls.length > 0 ? <ToolCalls calls={toolCalls} /> : null}
      {role === 'assistant' ? <UsageLine message={message} /> : null}
    </Stack>
  )
}

export function MessageText({ text, isMarkdown }: { text: string; isMarkdown: boolean }) {
  const plain = <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{text}</Text>
  return isMarkdown ? (
    <Suspense fallback={plain}>
      <MarkdownPreview text={text} />
    </Suspense>
  ) : (
    plain
  )
}

const SOURCE_LABELS = { product: 'Product', policy: 'Policy', article: 'Article', order: 'Order' } as const

function Citations({ citations }: Pick<ChatMessage, 'citations'>) {
  return (
    <Box>
      <Text size="xs" fw={600} c="dimmed">
        Sources
      </Text>
      <Stack component="ul" gap={2} m={0} pl="md" aria-label="Sources">
        {citations.map(({ id, source, title, url, snippet }) => (
          <Text key={id} component="li" size="sm" title={snippet} style={{ overflowWrap: 'anywhere' }}>
            {`${SOURCE_LABELS[source]}: `}
            {url && /^https?:/.test(url) ? (
              <Anchor href={url} target="_blank" rel="noopener" size="sm">
                {title}
              </Anchor>
            ) : (
              title
            )}
          </Text>
        ))}
      </Stack>
    </Box>
  )
}
