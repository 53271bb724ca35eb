import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useWorkspace } from '../session/workspace.ts'

export const EMAIL_KINDS = ['order_confirmation', 'order_shipped', 'order_refunded', 'gift_card'] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]
export type EmailStatus = 'queued' | 'sent' | 'failed' | 'suppressed'

export interface Placeholder {
  name: string
  description: string
  isBlock: boolean
}

export interface TemplateInput {
  subject: string
  body: string
  enabled: boolean
}

export interface EmailTemplate extends TemplateInput {
  kind: EmailKind
  isDefault: boolean
  version: number
  updatedAt: string | null
  placeholders: Placeholder[]
}

export interface EmailSummary {
  id: string
  kind: EmailKind
  orderId: string
  to: string
  subject: string
  status: EmailStatus
  attempts: number
  error: string | null
  createdAt: string
  sentAt: string | null
}

/** The body is deleted after a while. */
export interface Email extends EmailSummary {
  text: string | null
  html: string | null
}

export interface RenderedEmail {
  subject: string
  text: string
  html: string
}

export interface EmailFilter {
  kind: '' | EmailKind
  status: '' | EmailStatus
}

const TEMPLATES_PATH = '/v1/mail-templates'
const EMAILS_PATH = '/v1/mails'
const templatesKey = (environmentId: string) => ['mail-templates', environmentId]
const emailsKey = (environmentId: string) => ['mails', environmentId]

export function useEmailTemplates() {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: templatesKey(environmentId),
    queryFn: async ({ signal }) =>
      (await api<{ data: EmailTemplate[] }>(TEMPLATES_PATH, { environmentId, signal })).data,
  })
}

export function useUpdateTemplate({ kind, version }: EmailTemplate) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: TemplateInput) =>
      api<EmailTemplate>(`${TEMPLATES_PATH}/${kind}`, { method: 'PUT', body, environmentId, ifMatch: version }),
    onSuccess: (saved) =>
      queryClient.setQueryData<EmailTemplate[]>(templatesKey(environmentId), (cached = []) =>
        cached.map((template) => (template.kind === kind ? saved : template)),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: templatesKey(environmentId) }),
  })
}

export function useResetTemplate({ kind, version }: EmailTemplate) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(`${TEMPLATES_PATH}/${kind}`, { method: 'DELETE', environmentId, ifMatch: version }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: templatesKey(environmentId) }),
  })
}

/** Rendered by the server: exactly what a buyer would receive. */
export function useTemplatePreview(kind: EmailKind, { subject, body }: Pick<TemplateInput, 'subject' | 'body'>) {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: ['mail-preview', environmentId, kind, subject, body],
    queryFn: ({ signal }) =>
      api<RenderedEmail>(`${TEMPLATES_PATH}/${kind}/preview`, {
        method: 'POST',
        body: { subject, body },
        environmentId,
        signal,
      }),
    enabled: subject.trim() !== '' && body.trim() !== '',
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

export function useEmails({ kind, status }: EmailFilter) {
  const { environmentId } = useWorkspace()
  const filter = { ...(kind && { kind }), ...(status && { status }) }
  return useInfiniteQuery({
    queryKey: [...emailsKey(environmentId), 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...filter, ...(pageParam && { cursor: pageParam }) })
      return api<{ data: EmailSummary[]; nextCursor: string | null }>(`${EMAILS_PATH}?${query}`, {
        environmentId,
        signal,
      })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (previous) => previous,
    // Emails are created and sent in the background.
    staleTime: 0,
  })
}

export function useEmail(id: string) {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: [...emailsKey(environmentId), 'one', id],
    queryFn: ({ signal }) => api<Email>(`${EMAILS_PATH}/${id}`, { environmentId, signal }),
    // Poll while the email is queued.
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? 3000 : false),
    staleTime: 0,
  })
}

export function useResendEmail(id: string) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api<Email>(`${EMAILS_PATH}/${id}/deliveries`, { method: 'POST', environmentId }),
    onSuccess: (email) => queryClient.setQueryData([...emailsKey(environmentId), 'one', id], email),
    onSettled: () => queryClient.invalidateQueries({ queryKey: emailsKey(environmentId) }),
  })
}
