import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ListItem, ResponseBody } from '../api.ts'
import { newThrottle, openInboxStream } from '../inbox-stream.ts'
import { resource, useApiScope, useReadList, useWrite } from '../resource.ts'
import { useWorkspace } from '../session.ts'

export type ChatSummary = ListItem<'/v1/chat'>
export type Chat = ResponseBody<'/v1/chat/{id}'>
export type ChatMessage = Chat['messages'][number]
export type ChatQuestion = ListItem<'/v1/chat/questions'>
export type ChatStatus = NonNullable<ChatMessage['status']>

export const chats = resource('/v1/chat', { staleTime: 0 })

export const useQuestions = (query: { status?: ChatQuestion['status'] | undefined; resolved?: boolean }) =>
  useReadList('/v1/chat/questions', { query: { limit: 50, ...query } }, { staleTime: 0 })

export const useUpdateQuestion = (id: string) => useWrite('patch', '/v1/chat/questions/{id}', { id })

const TICKETS = ['/v1/tickets', '/v1/ticket-views/counts'] as const

export const useTakeOver = (id: string) => useWrite('post', '/v1/chat/{id}/takeover', { id }, { alsoChanges: TICKETS })

export const useHandBack = (id: string) => useWrite('post', '/v1/chat/{id}/handback', { id }, { alsoChanges: TICKETS })

const LIVE_LIMIT = 50

/** Chats that the assistant is answering. Trials in the playground are nobody's concern. */
export function useLiveChatList() {
  const list = chats.useList({ status: 'open', owner: 'assistant', limit: LIVE_LIMIT })
  return { ...list, live: list.data?.filter(({ channel }) => channel !== 'dashboard') }
}

const REFRESH_MS = 1_000

/** Reads what is on screen again whenever a chat changes: the stream of the inbox says when. */
export function useLiveChats(): void {
  const { workspace, environmentId } = useWorkspace()
  const scope = useApiScope()
  const queryClient = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the environment decides everything else
  useEffect(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: scope('/v1/chat').queryKey })
    return openInboxStream(workspace.id, environmentId, { chat: newThrottle(refresh, REFRESH_MS), reload: refresh })
  }, [environmentId])
}
