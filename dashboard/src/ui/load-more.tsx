import { Button, type ButtonProps } from '@mantine/core'

interface Props extends ButtonProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

export function LoadMore({ list, children = 'Load more', ...buttonProps }: Props) {
  if (!list.hasNextPage) return null
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'center' }}
      {...buttonProps}
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {children}
    </Button>
  )
}
