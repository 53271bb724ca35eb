import { Alert, Anchor, Button, Group, NativeSelect, Paper, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { send } from '../../api.ts'
import { useApiScope } from '../../resource.ts'
import { ENVIRONMENT_LABELS, useWorkspace } from '../../session.ts'
import { ErrorAlert } from '../../ui/feedback.tsx'
import { Page } from '../../ui/page.tsx'
import { toolLabel } from '../chat-labels.ts'
import { ChatTabs } from '../chat-tabs.tsx'
import { type Chat, chats } from '../chats.ts'
import classes from '../messages.module.css'
import { Messages, MessageText } from '../messages.tsx'
import { streamAnswer } from './stream-answer.ts'

const LANGUAGES = [
  { value: '', label: 'Language of the question' },
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German' },
]
const EXAMPLES = ['Do you ship to Austria?', 'How can I return something?', 'Talk to a person']
const MAX_LENGTH = 4000

export function PlaygroundPage() {
  const { workspace, mode, environmentId } = useWorkspace()
  return (
    <Page
      title="Playground"
      about={`Chat with the assistant of the ${ENVIRONMENT_LABELS[mode].toLowerCase()} environment as a customer would, and see what its answers are based on. These chats count in no report.`}
    >
      <ChatTabs />
      {workspace.role === 'viewer' ? (
        <Alert color="blue">Your role is viewer. Ask an admin for the agent role to try the assistant.</Alert>
      ) : (
        <Playground key={environmentId} />
      )}
    </Page>
  )
}

function Playground() {
  const [conversationId, setConversationId] = useState<string>()
  const [locale, setLocale] = useState('')
  const [text, setText] = useState('')
  const answer = useAnswer(conversationId, setConversationId)
  const history = chats.useOne(conversationId ?? '', { enabled: conversationId !== undefined })
  const messages = history.data?.messages ?? []
  const last = messages.at(-1)
  const ask = (message: string) => {
    if (message.trim() === '' || answer.question !== undefined) return
    setText('')
    void answer.ask(message.trim(), locale || undefined)
  }
  const composer = useRef<HTMLDivElement>(null)
  const isStarted = messages.length > 0 || answer.question !== undefined
  // What is written last is what matters; the messages before it stay above.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a message or a part of one appears
  useEffect(() => {
    if (isStarted) composer.current?.scrollIntoView({ block: 'end' })
  }, [messages.length, answer.question, answer.text])
  const suggestions = messages.length === 0 ? EXAMPLES : (last?.suggestions ?? [])
  const isHandedOver = history.data?.owner === 'person'
  return (
    <Stack gap="md">
      <Messages messages={messages} />
      {answer.question === undefined ? null : <Pending {...answer} question={answer.question} />}
      <ErrorAlert error={answer.error} title="Couldn't get an answer" />
      {isHandedOver && conversationId ? (
        <Alert color="blue">
          {'A person owns this chat now: the assistant is silent. '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link to="/chats/$id" params={{ id: conversationId }} {...props} />}
          >
            Open the chat
          </Anchor>
          {' to hand it back, or start a new one.'}
        </Alert>
      ) : null}
      <Suggestions of={answer.question === undefined ? suggestions : []} onChoose={ask} />
      <Paper withBorder p="md" ref={composer} style={{ scrollMarginBottom: 'var(--mantine-spacing-md)' }}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            ask(text)
          }}
        >
          <Stack gap="sm">
            <Textarea
              label="Message"
              placeholder="Do you have a blue jug?"
              autosize
              minRows={2}
              maxRows={8}
              maxLength={MAX_LENGTH}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
                event.preventDefault()
                ask(text)
              }}
            />
            <Group justify="space-between" gap="sm" align="flex-end">
              <NativeSelect
                label="Answer in"
                data={LANGUAGES}
                value={locale}
                onChange={(event) => setLocale(event.currentTarget.value)}
              />
              <Group gap="xs">
                <Button
                  variant="default"
                  disabled={conversationId === undefined || answer.question !== undefined}
                  onClick={() => setConversationId(undefined)}
                >
                  New chat
                </Button>
                {answer.question === undefined ? (
                  <Button type="submit" disabled={text.trim() === ''}>
                    Send
                  </Button>
                ) : (
                  <Button variant="default" onClick={answer.stop}>
                    Stop
                  </Button>
                )}
              </Group>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Stack>
  )
}

/** The answer that is being written. Once it is stored, the history shows it with everything else. */
function useAnswer(conversationId: string | undefined, onConversation: (id: string) => void) {
  const { environmentId } = useWorkspace()
  const scope = useApiScope()
  const queryClient = useQueryClient()
  const [question, setQuestion] = useState<string>()
  const [text, setText] = useState('')
  const [tool, setTool] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const ask = async (message: string, locale: string | undefined) => {
    const controller = new AbortController()
    abort.current = controller
    setQuestion(message)
    setText('')
    setTool('')
    setError(null)
    let id = conversationId
    try {
      await streamAnswer({
        environmentId,
        conversationId,
        message,
        locale,
        signal: controller.signal,
        onConversation: (started) => {
          id = started
        },
        onText: (delta) => setText((current) => current + delta),
        onTool: setTool,
      })
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure instanceof Error ? failure : new Error(String(failure)))
    }
    if (id) {
      // Before it is shown, so that the question does not disappear for a moment.
      const { url, queryKey } = scope('/v1/chat/{id}', { id })
      await queryClient
        .fetchQuery({ queryKey, queryFn: () => send<Chat>(url, { environmentId }), staleTime: 0 })
        .catch(() => undefined)
      onConversation(id)
    }
    setQuestion(undefined)
  }
  return { question, text, tool, error, ask, stop: () => abort.current?.abort() }
}

function Pending({ question, text, tool }: { question: string; text: string; tool: string }) {
  return (
    <Stack gap="md">
      <Bubble speaker="customer">
        <MessageText text={question} isMarkdown={false} />
      </Bubble>
      <Bubble speaker="assistant">
        <Text size="sm" c="dimmed" role="status">
          {tool && !text ? `${toolLabel(tool)}…` : 'Answering…'}
        </Text>
        {text ? <MessageText text={text} isMarkdown /> : null}
      </Bubble>
    </Stack>
  )
}

const Bubble = ({ speaker, children }: { speaker: 'customer' | 'assistant'; children: ReactNode }) => (
  <div className={classes.message} data-role={speaker}>
    {children}
  </div>
)

function Suggestions({ of, onChoose }: { of: string[]; onChoose: (text: string) => void }) {
  if (of.length === 0) return null
  return (
    <Group gap="xs" aria-label="Suggested questions" role="group">
      {of.map((text) => (
        <Button key={text} size="xs" variant="default" radius="xl" onClick={() => onChoose(text)}>
          {text}
        </Button>
      ))}
    </Group>
  )
}
