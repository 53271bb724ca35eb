import { createContext, use } from 'react'
import type { Me, Mode, Workspace } from './me.ts'

/** The current user, workspace and environment. */
export interface WorkspaceContextValue {
  me: Me
  workspace: Workspace
  mode: Mode
  environmentId: string
}

export const WorkspaceContext = createContext<WorkspaceContextValue | undefined>(undefined)

export function useWorkspace(): WorkspaceContextValue {
  const value = use(WorkspaceContext)
  if (!value) throw new Error('useWorkspace must be used inside the shell.')
  return value
}
