/** What the bench tells its server. */
export type Command =
  | { do: 'create'; url: string; active: boolean }
  | { do: 'activate'; ids: string[]; active: boolean }
  | { do: 'emit'; count: number }
  | { do: 'replay'; id: string; from: string }
  | { do: 'list'; from: string }
  | { do: 'first-attempts'; id: string }

export interface Report {
  id?: string
  count?: number
  /** Events, in the order of the feed. */
  ids?: string[]
  times?: string[]
}
