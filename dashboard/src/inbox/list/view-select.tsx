import { NativeSelect } from '@mantine/core'
import { useInbox } from '../inbox-context.ts'
import { LIVE_CHATS_VIEW } from '../inbox-search.ts'

/** On narrow screens, where there is no list of views. */
export function ViewSelect() {
  const { search, views } = useInbox()
  return (
    <NativeSelect
      hiddenFrom="lg"
      aria-label="View"
      value={search.viewId}
      onChange={(event) => search.openView(event.currentTarget.value)}
      data={[
        ...views.map(({ id, name }) => ({ value: id, label: name })),
        { value: LIVE_CHATS_VIEW, label: 'Live chats' },
      ]}
    />
  )
}
