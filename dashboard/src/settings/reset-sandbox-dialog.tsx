import { List, Text } from '@mantine/core'
import { AskFirst } from '../parts/ask-first.tsx'
import { useResetSandbox } from './sandbox.ts'

export function ResetSandboxDialog({ onClose, onBegun }: { onClose: () => void; onBegun: () => void }) {
  const reset = useResetSandbox()
  return (
    <AskFirst
      title="Reset the sandbox?"
      refused="The sandbox was not reset"
      keepLabel="Keep the sandbox"
      deedLabel="Delete and reset"
      doing={reset}
      onDo={() => reset.mutate(undefined, { onSuccess: onBegun })}
      onClose={onClose}
    >
      <Text size="sm">In the sandbox this is deleted for good, and replaced by what the live shop has:</Text>
      <List size="sm">
        <List.Item>products, variants, prices and pictures</List.Item>
        <List.Item>collections</List.Item>
        <List.Item>locations and stock</List.Item>
        <List.Item>policies, theme and settings</List.Item>
      </List>
      <Text size="sm">The live shop, members and API keys stay as they are.</Text>
    </AskFirst>
  )
}
