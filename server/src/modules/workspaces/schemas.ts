import { type Static, Type } from 'typebox'
import { MODES } from '../../kit/api-key.ts'
import { OneOf, Timestamp, Uuid } from '../../kit/schema.ts'

export const WorkspaceName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', examples: ['Hazel & Oak'] })

export const Workspace = Type.Object({
  id: Uuid,
  name: WorkspaceName,
  mode: OneOf(MODES, { description: 'The environment that the key belongs to.' }),
  environmentId: Type.String({
    format: 'uuid',
    description: "Storefronts send it as `X-Workspace-Id`; live's is the workspace's own id.",
  }),
  createdAt: Timestamp,
})
export type Workspace = Static<typeof Workspace>

export const WorkspaceChanges = Type.Object({ name: WorkspaceName })
export type WorkspaceChanges = Static<typeof WorkspaceChanges>
