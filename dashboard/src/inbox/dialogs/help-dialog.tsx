import { Kbd, Table } from '@mantine/core'
import { Dialog } from '../../ui/dialog.tsx'
import { useInbox } from '../inbox-context.ts'
import { SHORTCUT_HELP } from '../shortcuts.ts'

export function HelpDialog() {
  const { open } = useInbox()
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => open(undefined)}>
      <Table aria-label="Keyboard shortcuts" verticalSpacing={4}>
        <Table.Tbody>
          {SHORTCUT_HELP.map(([keys, action]) => (
            <Table.Tr key={keys}>
              <Table.Th scope="row" fw={400}>
                <Kbd>{keys}</Kbd>
              </Table.Th>
              <Table.Td>{action}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}
