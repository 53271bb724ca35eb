import type { ListItem } from '../api.ts'
import { resource, useReadList } from '../resource.ts'

/** Published; other kinds have at most a history. */
export type Policy = ListItem<'/v1/policies'>
export type PolicyVersion = ListItem<'/v1/policies/{kind}/versions'>
export type PolicyInput = Pick<Policy, 'title' | 'body' | 'returnTerms'>
export type PolicyKind = Policy['kind']
export type ReturnTerms = NonNullable<Policy['returnTerms']>

export const POLICY_KINDS: PolicyKind[] = ['refund', 'shipping', 'privacy', 'terms', 'cookies', 'legal_notice']

export const policies = resource('/v1/policies')

/** 404 means that no version was ever published. */
export const usePolicyVersions = (kind: PolicyKind) =>
  useReadList('/v1/policies/{kind}/versions', { params: { kind } }, { emptyOn: 404 })
