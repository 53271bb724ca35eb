import { Button, Menu } from '@mantine/core'
import { useApiScope } from '../resource.ts'
import { ErrorAlert } from '../ui/feedback.tsx'
import { useDownload } from '../ui/use-download.ts'
import type { Order } from './orders.ts'

const DOCUMENTS = [
  { path: '/v1/orders/{id}/invoice.pdf', label: 'Invoice', name: 'invoice' },
  { path: '/v1/orders/{id}/packing-slip.pdf', label: 'Packing slip', name: 'packing-slip' },
] as const

export function PrintMenu({ order: { id, number } }: { order: Order }) {
  const scope = useApiScope()
  const download = useDownload()
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default" loading={download.isPending}>
            Print
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {DOCUMENTS.map(({ path, label, name }) => (
            <Menu.Item
              key={path}
              onClick={() => {
                const { url, environmentId } = scope(path, { id })
                download.mutate({ url, environmentId, name: `${name}-${number}.pdf` })
              }}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ErrorAlert error={download.error} title="Couldn't create the PDF" />
    </>
  )
}
