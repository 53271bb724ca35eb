import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { api } from '../api.ts'

export interface PaymentConnection {
  provider: 'simulator' | 'stripe'
  takesRealMoney: boolean
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

export interface NewKeys {
  secretKey: string
  publishableKey?: string
  webhookSecret?: string
  abandonUnderWay?: boolean
}

const PATH = '/v1/payments/connection'
const connectionOf = (environmentId: string) => ['payment-connection', environmentId]

export function usePaymentConnection() {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: connectionOf(environmentId),
    queryFn: ({ signal }) => api<PaymentConnection>(PATH, { environmentId, signal }),
  })
}

export function useConnectStripe() {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (keys: NewKeys) =>
      api<PaymentConnection>(PATH, { method: 'PUT', body: { provider: 'stripe', ...keys }, environmentId }),
    onSuccess: (saved) => queryClient.setQueryData(connectionOf(environmentId), saved),
  })
}

export function useDisconnectStripe() {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(PATH, { method: 'DELETE', environmentId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: connectionOf(environmentId) }),
  })
}
