import { PageTabs } from '../ui/page-tabs.tsx'

const TABS = [
  { to: '/chats', label: 'Conversations' },
  { to: '/chats/questions', label: 'Unanswered questions' },
  { to: '/chats/quality', label: 'Quality' },
  { to: '/chats/playground', label: 'Playground' },
  { to: '/chats/assistant', label: 'Assistant' },
] as const

export const ChatTabs = () => <PageTabs label="Chats" tabs={TABS} />
