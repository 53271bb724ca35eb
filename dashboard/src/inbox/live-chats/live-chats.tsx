import { Center, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { attentionOf, CHANNEL_LABELS, chatName } from '../../chats/chat-labels.ts'
import { type ChatSummary, useLiveChatList } from '../../chats/chats.ts'
import { ErrorAlert, Loading } from '../../ui/feedback.tsx'
import { Label } from '../../ui/label.tsx'
import { formatDateTime } from '../../ui/time.tsx'
import inboxClasses from '../inbox.module.css'
import { useInbox } from '../inbox-context.ts'
import { formatAge } from '../inbox-labels.ts'
import { LIVE_CHATS_VIEW } from '../inbox-search.ts'
import classes from '../list/ticket-list.module.css'
import { ViewSelect } from '../list/view-select.tsx'
import { useShortcuts } from '../shortcuts.ts'
import { useNow } from '../use-now.ts'
import { LiveChat } from './live-chat.tsx'

/** What customers ask the assistant right now. Who takes one over continues on its ticket. */
export function LiveChats() {
  const { search } = useInbox()
  const { live, error, isPending, refetch } = useLiveChatList()
  const nowMs = useNow(30_000)
  const move = (step: 1 | -1) => {
    const rows = live ?? []
    const at = rows.findIndex(({ id }) => id === search.chatId)
    const next = rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)]
    if (next) search.openChat(next.id)
  }
  useShortcuts({ j: () => move(1), k: () => move(-1) })
  return (
    <>
      <section className={inboxClasses.list} aria-label="Live chats">
        <div className={classes.header}>
          <ViewSelect />
          <Text size="sm" c="dimmed">
            The assistant answers these chats. Read along, or take one over.
          </Text>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
        <section className={classes.scroll} tabIndex={0} aria-label="Live chats, list">
          {isPending ? <Loading what="the chats" /> : null}
          <ErrorAlert error={error} title="Couldn't load the chats" onRetry={() => void refetch()} />
          {live?.length === 0 ? (
            <Center p="xl">
              <Stack gap={4} ta="center">
                <Text fw={600}>No live chats</Text>
                <Text size="sm" c="dimmed">
                  Chats appear here while the assistant answers them. Those that need a person are tickets.
                </Text>
              </Stack>
            </Center>
          ) : null}
          <ul className={classes.list}>
            {live?.map((chat) => (
              <LiveChatRow key={chat.id} chat={chat} isOpen={chat.id === search.chatId} nowMs={nowMs} />
            ))}
          </ul>
        </section>
      </section>
      <LiveChat key={search.chatId} id={search.chatId} />
    </>
  )
}

function LiveChatRow({ chat, isOpen, nowMs }: { chat: ChatSummary; isOpen: boolean; nowMs: number }) {
  const { id, channel, lastMessage, messageCount } = chat
  const attention = attentionOf(chat)
  return (
    <li className={classes.row} style={{ gridTemplateColumns: 'minmax(0, 1fr)' }} data-open={isOpen || undefined}>
      <Link
        to="/inbox"
        search={{ view: LIVE_CHATS_VIEW, chat: id }}
        replace
        className={classes.link}
        style={{ paddingLeft: 14 }}
        {...(isOpen && { 'aria-current': 'true' as const })}
      >
        <span className={classes.top}>
          <span className={classes.name}>{chatName(chat)}</span>
          <time className={classes.age} dateTime={lastMessage.createdAt} title={formatDateTime(lastMessage.createdAt)}>
            {formatAge(lastMessage.createdAt, nowMs)}
          </time>
        </span>
        <Text span size="sm" c="dimmed" lineClamp={2} mih={40}>
          {lastMessage.role === 'customer' ? '' : 'Assistant: '}
          {lastMessage.preview}
        </Text>
        <span className={classes.meta}>
          <span className={classes.number}>
            {`${CHANNEL_LABELS[channel]} · ${messageCount} ${messageCount === 1 ? 'message' : 'messages'}`}
          </span>
          {attention ? <Label color={attention.color}>{attention.label}</Label> : null}
        </span>
      </Link>
    </li>
  )
}
