import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useWorkspace } from '../session.ts'

export interface PaymentConnection {
  provider: 'simulator' | 'stripe'
  livePayments: boolean
  account: string | null
  keyLast4: string | null
  keyMode: 'live' | 'test' | null
  publishableKey: string | null
  hasWebhookSecret: boolean
  lastWebhookAt: string | null
  webhookUrl: string | null
  testMethods: { id: string; outcome: string }[]
  updatedAt: string | null
}

export interface StripeKeys {
  secretKey: string
  publishableKey?: string
  webhookSecret?: string
  abandonPending?: boolean
}

const CONNECTION_PATH = '/v1/payments/connection'
const connectionKey = (environmentId: string) => ['payment-connection', environmentId]

export function usePaymentConnection() {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: connectionKey(environmentId),
    queryFn: ({ signal }) => api<PaymentConnection>(CONNECTION_PATH, { environmentId, signal }),
  })
}

export function useConnectStripe() {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (keys: StripeKeys) =>
      api<PaymentConnection>(CONNECTION_PATH, { method: 'PUT', body: { provider: 'stripe', ...keys }, environmentId }),
    onSuccess: (saved) => queryClient.setQueryData(connectionKey(environmentId), saved),
  })
}

export function useDisconnectStripe() {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(CONNECTION_PATH, { method: 'DELETE', environmentId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: connectionKey(environmentId) }),
  })
}
