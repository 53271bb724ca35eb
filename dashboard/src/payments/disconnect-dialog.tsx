import { List } from '@mantine/core'
import { AskFirst } from '../parts/ask-first.tsx'
import { useDisconnectStripe } from './payment-connection.ts'

export function DisconnectDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const disconnect = useDisconnectStripe()
  return (
    <AskFirst
      title="Disconnect Stripe?"
      refused="Stripe is still connected"
      keepLabel="Keep it"
      deedLabel="Disconnect"
      doing={disconnect}
      onDo={() => disconnect.mutate(undefined, { onSuccess: onDone })}
      onClose={onClose}
    >
      <List size="sm" spacing="xs">
        <List.Item>New checkouts are simulated from now on: nobody pays for them. Close the shop first.</List.Item>
        <List.Item>What is under way, authorized or being refunded is finished; then the key is forgotten.</List.Item>
        <List.Item>After that, what was paid can be given back only in Stripe’s own dashboard.</List.Item>
      </List>
    </AskFirst>
  )
}
