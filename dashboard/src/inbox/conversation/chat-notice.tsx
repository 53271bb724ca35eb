import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ListItem } from '../../api.ts'
import { useHandBack } from '../../chats/chats.ts'
import { errorMessage } from '../../ui/feedback.tsx'
import { useChatsOfTicket } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'

/** Leads to the chat of this ticket, and back to the assistant. */
export function ChatNotice({ ticketId }: { ticketId: string }) {
  const list = useChatsOfTicket(ticketId)
  return list.data?.map((chat) => <ChatLine key={chat.id} chat={chat} />)
}

function ChatLine({ chat: { id, owner } }: { chat: ListItem<'/v1/chat'> }) {
  const { canEdit, notify } = useInbox()
  const handBack = useHandBack(id)
  return (
    <Group gap="xs" mt={6}>
      <Text size="xs">
        {owner === 'person'
          ? 'Your team answers this chat. '
          : 'The assistant answers this chat; a reply takes it over. '}
        <Anchor inherit underline="always" renderRoot={(props) => <Link to="/chats/$id" params={{ id }} {...props} />}>
          Open chat
        </Anchor>
      </Text>
      {canEdit && owner === 'person' ? (
        <Button
          size="compact-xs"
          variant="default"
          loading={handBack.isPending}
          onClick={() =>
            handBack.mutate(undefined, {
              onSuccess: () => notify({ message: 'Handed back to the assistant' }),
              onError: (error) => notify({ message: errorMessage(error), isError: true }),
            })
          }
        >
          Hand back to assistant
        </Button>
      ) : null}
    </Group>
  )
}
