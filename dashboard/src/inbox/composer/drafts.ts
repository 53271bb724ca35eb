import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { api } from '../../api.ts'
import { useApiScope, useRead } from '../../resource.ts'
import { useWorkspace } from '../../session.ts'
import type { DraftMode } from '../inbox.ts'

const ENVIRONMENT = '/workspaces/{workspaceId}/environments/{environmentId}'
const DRAFT = `${ENVIRONMENT}/tickets/{id}/drafts/{mode}` as const
const SAVE_MS = 700

export interface DraftAttachment {
  id: string
  name: string
  sizeBytes: number
}

export interface Draft {
  text: string
  attachments: DraftAttachment[]
}

export const EMPTY_DRAFT: Draft = { text: '', attachments: [] }

const isEmpty = ({ text, attachments }: Draft) => text.trim() === '' && attachments.length === 0

/** Read once when the ticket is opened: what is typed here since then is newer. */
export function useDrafts(ticketId: string) {
  const { environmentId } = useWorkspace()
  return useRead(
    `${ENVIRONMENT}/tickets/{id}/drafts`,
    { params: { environmentId, id: ticketId } },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
}

/** Tickets that this member has begun to answer. */
export function useDraftedTickets(): ReadonlySet<string> {
  const { environmentId, workspace } = useWorkspace()
  const { data } = useRead(
    `${ENVIRONMENT}/ticket-drafts`,
    { params: { environmentId } },
    { enabled: workspace.role !== 'viewer', staleTime: 30_000 },
  )
  return useMemo(() => new Set(data?.data.map(({ ticketId }) => ticketId)), [data])
}

/** Saves drafts on the server shortly after the last keystroke, and at once when the ticket is left. */
export function useSaveDraft(ticketId: string) {
  const { workspace, environmentId } = useWorkspace()
  const scope = useApiScope()
  const queryClient = useQueryClient()
  const pending = useRef(new Map<DraftMode, Draft>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the ticket decides everything else
  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    const drafts = [...pending.current]
    pending.current.clear()
    await Promise.all(
      drafts.map(async ([mode, draft]) => {
        const params = { workspaceId: workspace.id, environmentId, id: ticketId, mode }
        const attachmentIds = draft.attachments.map(({ id }) => id as `att_${string}`)
        // Lost drafts are rare and the next keystroke saves again; an alert while typing would hurt more.
        await (isEmpty(draft)
          ? api.delete(DRAFT, { params })
          : api.put(DRAFT, { params, body: { text: draft.text, attachmentIds } })
        ).catch(() => {})
      }),
    )
    if (drafts.length > 0) {
      void queryClient.invalidateQueries({
        queryKey: scope(`${ENVIRONMENT}/ticket-drafts`, { environmentId }).queryKey,
      })
    }
  }, [ticketId, environmentId])

  useEffect(() => {
    const onHide = () => void flush()
    window.addEventListener('pagehide', onHide)
    return () => {
      window.removeEventListener('pagehide', onHide)
      void flush()
    }
  }, [flush])

  return {
    save: (mode: DraftMode, draft: Draft) => {
      pending.current.set(mode, draft)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), SAVE_MS)
    },
    /** After sending: nothing of it is left. */
    discard: (mode: DraftMode) => {
      pending.current.set(mode, EMPTY_DRAFT)
      return flush()
    },
    /** While it is being sent, nothing is saved. */
    hold: () => clearTimeout(timer.current),
  }
}
