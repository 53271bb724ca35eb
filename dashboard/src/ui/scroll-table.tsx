import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** Of what scrolls, for screen readers. */
  label: string
  minWidth: number
  maxHeight?: number
  mt?: number
  children: ReactNode
}

/** A table that scrolls sideways where it doesn't fit, by keyboard, too. */
export const ScrollTable = ({ label, children, ...props }: Props) => (
  <Table.ScrollContainer
    {...props}
    scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': label } }}
  >
    {children}
  </Table.ScrollContainer>
)
