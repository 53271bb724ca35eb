import type { ListItem, RequestBody, ResponseBody } from '../api.ts'
import { members } from '../members/members.ts'
import { resource, useRead, useWrite } from '../resource.ts'

export type TicketStatus = ListItem<'/v1/ticket-statuses'>
export type Team = ListItem<'/v1/teams'>
export type TicketField = ListItem<'/v1/ticket-fields'>
export type Macro = ListItem<'/v1/macros'>
export type TicketRule = ListItem<'/v1/ticket-rules'>
export type TicketRuleInput = RequestBody<'/v1/ticket-rules', 'post'>
export type RuleDryRun = ResponseBody<'/v1/ticket-rules/dry-run', 'post'>
export type SlaPolicy = ListItem<'/v1/sla-policies'>
export type SlaPolicyInput = RequestBody<'/v1/sla-policies', 'post'>
export type BusinessHours = ListItem<'/v1/business-hours'>
export type CsatSettings = ResponseBody<'/v1/csat-settings'>
export type CsatSettingsInput = RequestBody<'/v1/csat-settings', 'put'>
export type AutoClose = ResponseBody<'/v1/ticket-rules/auto-close'>

export const statuses = resource('/v1/ticket-statuses')
export const teams = resource('/v1/teams')
export const fields = resource('/v1/ticket-fields')
export const macros = resource('/v1/macros')
export const ticketRules = resource('/v1/ticket-rules')
export const slaPolicies = resource('/v1/sla-policies')
export const businessHours = resource('/v1/business-hours')

export const useAutoClose = () => useRead('/v1/ticket-rules/auto-close')
export const useReplaceAutoClose = (version: number) => useWrite('put', '/v1/ticket-rules/auto-close', {}, { version })
export const useCsatSettings = () => useRead('/v1/csat-settings')
export const useReplaceCsatSettings = (version: number) => useWrite('put', '/v1/csat-settings', {}, { version })
export const useDryRun = () => useWrite('post', '/v1/ticket-rules/dry-run', {})

export interface Option {
  value: string
  label: string
}

/** What actions and conditions choose from. */
export interface TicketOptions {
  statuses: Option[]
  teams: Option[]
  members: Option[]
}

export function useTicketOptions(): TicketOptions {
  const toOption = ({ id, name }: { id: string; name: string }): Option => ({ value: id, label: name })
  return {
    statuses: (statuses.useList().data ?? []).map(toOption),
    teams: (teams.useList().data ?? []).map(toOption),
    members: (members.useList().data ?? []).map(({ userId, name }) => ({ value: userId, label: name })),
  }
}

export const labelOf = (options: Option[], value: unknown): string =>
  options.find((option) => option.value === value)?.label ?? String(value)
