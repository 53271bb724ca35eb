import { Anchor, Box, Button, Center, Group, Kbd, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { CHANNEL_LABELS, chatName } from '../../chats/chat-labels.ts'
import { type Chat, chats, useTakeOver } from '../../chats/chats.ts'
import { Messages } from '../../chats/messages.tsx'
import { ErrorAlert, Loading } from '../../ui/feedback.tsx'
import { formatDateTime } from '../../ui/time.tsx'
import { BackToList } from '../conversation/back-to-list.tsx'
import threadClasses from '../conversation/thread.module.css'
import classes from '../inbox.module.css'
import { useInbox } from '../inbox-context.ts'

export function LiveChat({ id }: { id: string | undefined }) {
  if (!id) {
    return (
      <div className={classes.conversation} data-empty>
        <Center p="xl" visibleFrom="sm">
          <Text c="dimmed">
            Choose a chat to read along, or press <Kbd>J</Kbd>.
          </Text>
        </Center>
      </div>
    )
  }
  return <OpenChat id={id} />
}

function OpenChat({ id }: { id: string }) {
  const { data, error, isPending, refetch } = chats.useOne(id)
  const end = useRef<HTMLDivElement>(null)
  const count = data?.messages.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a message arrives
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [count])
  return (
    <div className={classes.conversation} data-empty>
      <section className={classes.thread} aria-label="Chat">
        {data ? <ChatHeader chat={data} /> : null}
        <Box id="inbox-thread" p="md" tabIndex={-1} style={{ overflowY: 'auto', flex: 1 }}>
          {isPending ? <Loading what="the chat" /> : null}
          <ErrorAlert error={error} title="Couldn't load the chat" onRetry={() => void refetch()} />
          {data ? <Messages messages={data.messages} /> : null}
          {data?.answering ? (
            <Text size="sm" c="dimmed" role="status" mt="md">
              The assistant is answering…
            </Text>
          ) : null}
          <div ref={end} />
        </Box>
      </section>
    </div>
  )
}

function ChatHeader({ chat }: { chat: Chat }) {
  const { search, canEdit } = useInbox()
  const navigate = useNavigate()
  const takeOver = useTakeOver(chat.id)
  const openTicket = (ticket: string) => void navigate({ to: '/inbox', search: { ticket } })
  return (
    <header className={threadClasses.header}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <BackToList onClick={() => search.openChat(undefined)} />
        <div className={threadClasses.heading}>
          <Title order={2} size="h4">
            {chatName(chat)}
          </Title>
          <Text size="xs" c="dimmed" truncate>
            {`${CHANNEL_LABELS[chat.channel]} · ${formatDateTime(chat.createdAt)} · `}
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <Link to="/chats/$id" params={{ id: chat.id }} {...props} />}
            >
              Details
            </Anchor>
          </Text>
        </div>
        <TakeOver
          chat={chat}
          canEdit={canEdit}
          isPending={takeOver.isPending}
          onTakeOver={() => takeOver.mutate(undefined, { onSuccess: ({ ticketId }) => openTicket(ticketId) })}
          onOpenTicket={openTicket}
        />
      </Group>
      <Stack mt={takeOver.error ? 'xs' : 0}>
        <ErrorAlert error={takeOver.error} title="Couldn't take over" />
      </Stack>
    </header>
  )
}

interface TakeOverProps {
  chat: Chat
  canEdit: boolean
  isPending: boolean
  onTakeOver: () => void
  onOpenTicket: (id: string) => void
}

/** A colleague may have been faster: then their ticket is the place to go. */
function TakeOver({ chat: { owner, ticketId }, canEdit, isPending, onTakeOver, onOpenTicket }: TakeOverProps) {
  if (owner === 'person' && ticketId) {
    return (
      <Button size="xs" variant="default" onClick={() => onOpenTicket(ticketId)}>
        Open ticket
      </Button>
    )
  }
  if (!canEdit || owner === 'person') return null
  return (
    <Button size="xs" loading={isPending} onClick={onTakeOver}>
      Take over
    </Button>
  )
}
