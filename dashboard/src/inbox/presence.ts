import { useEffect, useRef } from 'react'
import { api } from '../api.ts'
import { useWorkspace } from '../session.ts'

/** Three reports fit into the time that the server keeps one. */
const REPORT_MS = 10_000
/** Passing by with J and K is not looking. */
const SETTLE_MS = 400

/** Tells colleagues that this member looks at the ticket, or is writing. */
export function useReportPresence(ticketId: string, isTyping: boolean): void {
  const { workspace, environmentId } = useWorkspace()
  const reported = useRef<string>(undefined)
  const state = isTyping ? 'typing' : 'viewing'

  useEffect(() => {
    const report = (next: 'viewing' | 'typing' | 'left') => {
      reported.current = next
      const params = { workspaceId: workspace.id, environmentId, id: ticketId }
      // Nobody can do anything about a lost report; the next one follows.
      void api
        .post('/workspaces/{workspaceId}/environments/{environmentId}/tickets/{id}/presence', {
          params,
          body: { state: next },
        })
        .catch(() => {})
    }
    const reportIfVisible = () => {
      if (document.visibilityState === 'visible') report(state)
    }
    const first = setTimeout(reportIfVisible, reported.current ? 0 : SETTLE_MS)
    const timer = setInterval(reportIfVisible, REPORT_MS)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [workspace.id, environmentId, ticketId, state])

  useEffect(() => {
    const params = { workspaceId: workspace.id, environmentId, id: ticketId }
    return () => {
      if (!reported.current) return
      void api
        .post('/workspaces/{workspaceId}/environments/{environmentId}/tickets/{id}/presence', {
          params,
          body: { state: 'left' },
        })
        .catch(() => {})
    }
  }, [workspace.id, environmentId, ticketId])
}
