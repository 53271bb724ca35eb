import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { Label } from '../ui/label.tsx'
import { ListPage, Row, RowList } from '../ui/list.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { attentionOf, CHANNEL_LABELS, chatName, OWNER_LABELS, STATUS_LABELS } from './chat-labels.ts'
import { ChatTabs } from './chat-tabs.tsx'
import { type ChatSummary, chats, useLiveChats } from './chats.ts'

export function ChatsPage() {
  useLiveChats()
  const filters = useFilters({
    q: { kind: 'search', label: 'Search chats', description: 'Search by words of the messages' },
    owner: { kind: 'select', label: 'Who answers', options: OWNER_LABELS },
    status: { kind: 'select', label: 'Status', options: STATUS_LABELS },
    channel: { kind: 'select', label: 'Channel', options: CHANNEL_LABELS },
  })
  // The server searches for two letters or more.
  const { q, ...values } = filters.values
  const list = chats.useList({ limit: 50, ...values, ...(q && q.length > 1 && { q }) })
  return (
    <ListPage
      title="Chats"
      about="What customers ask in the chat. Open one to read along, or to take over from the assistant."
      what="chats"
      list={list}
      above={<ChatTabs />}
      filters={<FilterBar label="Chats" filters={filters} />}
      isFiltered={filters.isFiltered}
      empty={{
        title: 'No chats yet',
        text: 'Chats appear here as soon as customers write to the assistant. Try it yourself in the playground.',
      }}
    >
      {(all) => (
        <RowList label="Chats">
          {all.map((chat) => (
            <ChatRow key={chat.id} chat={chat} />
          ))}
        </RowList>
      )}
    </ListPage>
  )
}

function ChatRow({ chat }: { chat: ChatSummary }) {
  const { id, owner, status, channel, lastMessage, messageCount, rating } = chat
  const attention = attentionOf(chat)
  const prefix = lastMessage.role === 'customer' ? '' : lastMessage.role === 'agent' ? 'Team: ' : 'Assistant: '
  return (
    <Row>
      <Stack gap={4}>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Anchor
              fw={600}
              style={{ overflowWrap: 'anywhere' }}
              renderRoot={(props) => <Link to="/chats/$id" params={{ id }} {...props} />}
            >
              {chatName(chat)}
            </Anchor>
            <Label color={owner === 'person' ? 'grape' : 'gray'}>{OWNER_LABELS[owner]}</Label>
            {attention ? <Label color={attention.color}>{attention.label}</Label> : null}
            {status === 'closed' ? (
              <Label color="gray" isOutlined>
                {STATUS_LABELS.closed}
              </Label>
            ) : null}
            {rating ? (
              <Label color={rating === 'up' ? 'green' : 'red'}>{rating === 'up' ? 'Rated up' : 'Rated down'}</Label>
            ) : null}
          </Group>
          <Text size="sm" c="dimmed">
            <RelativeTime at={lastMessage.createdAt} />
          </Text>
        </Group>
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {prefix + lastMessage.preview}
        </Text>
        <Text size="xs" c="dimmed">
          {`${CHANNEL_LABELS[channel]} · ${messageCount} ${messageCount === 1 ? 'message' : 'messages'}`}
        </Text>
      </Stack>
    </Row>
  )
}
