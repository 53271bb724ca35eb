import { createContext, use } from 'react'
import type { Me, Mode, OwnWorkspace } from './me.ts'

/** Who is looking at what. */
export interface Desk {
  me: Me
  workspace: OwnWorkspace
  mode: Mode
  environmentId: string
}

export const DeskContext = createContext<Desk | undefined>(undefined)

export function useDesk(): Desk {
  const desk = use(DeskContext)
  if (!desk) throw new Error('useDesk works only inside the shell.')
  return desk
}
