import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { shellPath } from './shell.tsx'

/** View, filters and the open ticket or chat; the inbox ignores what it doesn't know. */
const parseInboxSearch = ({
  view,
  ticket,
  chat,
  ...filters
}: Record<string, unknown>): { view?: string; ticket?: string; chat?: string } => ({
  ...filters,
  ...(view !== undefined && { view: String(view) }),
  ...(ticket !== undefined && { ticket: String(ticket) }),
  ...(chat !== undefined && { chat: String(chat) }),
})

/** The question that the article answers. */
const parseTitleSearch = ({ title }: Record<string, unknown>): { title?: string } =>
  title === undefined ? {} : { title: String(title).slice(0, 200) }

const inbox = createRoute({
  ...shellPath('/inbox'),
  validateSearch: parseInboxSearch,
  component: lazy(() => import('../inbox/inbox-page.tsx'), 'InboxPage'),
})
const articles = createRoute({
  ...shellPath('/support/articles'),
  component: lazy(() => import('../articles/articles-page.tsx'), 'ArticlesPage'),
})
const newArticle = createRoute({
  ...shellPath('/support/articles/new'),
  validateSearch: parseTitleSearch,
  component: lazy(() => import('../articles/new-article-page.tsx'), 'NewArticlePage'),
})
const article = createRoute({
  ...shellPath('/support/articles/$id'),
  component: lazy(() => import('../articles/article-page.tsx'), 'ArticlePage'),
})
const chats = createRoute({
  ...shellPath('/chats'),
  component: lazy(() => import('../chats/chats-page.tsx'), 'ChatsPage'),
})
const chatQuestions = createRoute({
  ...shellPath('/chats/questions'),
  component: lazy(() => import('../chats/questions-page.tsx'), 'QuestionsPage'),
})
const chatQuality = createRoute({
  ...shellPath('/chats/quality'),
  component: lazy(() => import('../chats/quality/quality-page.tsx'), 'QualityPage'),
})
const chatPlayground = createRoute({
  ...shellPath('/chats/playground'),
  component: lazy(() => import('../chats/playground/playground-page.tsx'), 'PlaygroundPage'),
})
const assistantSettings = createRoute({
  ...shellPath('/chats/assistant'),
  component: lazy(() => import('../chats/assistant/assistant-page.tsx'), 'AssistantPage'),
})
const chat = createRoute({
  ...shellPath('/chats/$id'),
  component: lazy(() => import('../chats/chat-page.tsx'), 'ChatPage'),
})
const reports = createRoute({
  ...shellPath('/support/reports'),
  component: lazy(() => import('../reports/reports-page.tsx'), 'ReportsPage'),
})

export const supportRoutes = [
  inbox,
  articles,
  newArticle,
  article,
  chats,
  chatQuestions,
  chatQuality,
  chatPlayground,
  assistantSettings,
  chat,
  reports,
] as const
