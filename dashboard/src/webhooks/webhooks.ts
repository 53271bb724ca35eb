import type { ListItem, RequestBody, ResponseBody } from '../api.ts'
import { resource, useReadList, useWrite } from '../resource.ts'

export type Endpoint = ListItem<'/v1/webhooks/endpoints'>
export type NewEndpoint = RequestBody<'/v1/webhooks/endpoints', 'post'>
export type Delivery = ListItem<'/v1/webhooks/deliveries'>
export type DeliveryDetails = ResponseBody<'/v1/webhooks/deliveries/{id}'>
export type Attempt = DeliveryDetails['attempts'][number]

export const endpoints = resource('/v1/webhooks/endpoints', { staleTime: 0 })
export const deliveries = resource('/v1/webhooks/deliveries', { staleTime: 0 })

const STATE_STALE_MS = 5 * 60_000

/** For the banner on every page: a disabled endpoint is worth a few minutes of delay, not a request per page. */
export const useEndpointStates = (enabled: boolean) =>
  useReadList('/v1/webhooks/endpoints', { query: { limit: 50 } }, { enabled, staleTime: STATE_STALE_MS })

const DELIVERIES = ['/v1/webhooks/deliveries'] as const

/** The response contains the secret: drop it from memory when the dialog closes. */
export const useCreateEndpoint = () => endpoints.useCreate({ gcTime: 0 })

export const useRotateSecret = (id: string) =>
  useWrite('post', '/v1/webhooks/endpoints/{id}/secret', { id }, { gcTime: 0 })

export const useSendTestEvent = (id: string) =>
  useWrite('post', '/v1/webhooks/endpoints/{id}/test', { id }, { alsoChanges: DELIVERIES })

export const useReplayRange = (id: string) =>
  useWrite('post', '/v1/webhooks/endpoints/{id}/replay', { id }, { alsoChanges: DELIVERIES })

export const useReplayDelivery = (id: string) => useWrite('post', '/v1/webhooks/deliveries/{id}/replay', { id })
