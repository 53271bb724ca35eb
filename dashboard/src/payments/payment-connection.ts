import type { RequestBody, ResponseBody } from '../api.ts'
import { useRead, useWrite } from '../resource.ts'

export type PaymentConnection = ResponseBody<'/v1/payments/connection'>
export type StripeKeys = RequestBody<'/v1/payments/connection', 'put'>

export const usePaymentConnection = () => useRead('/v1/payments/connection')
export const useConnectStripe = () => useWrite('put', '/v1/payments/connection', {})
export const useDisconnectStripe = () => useWrite('delete', '/v1/payments/connection', {})
