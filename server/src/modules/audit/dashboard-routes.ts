import type { Routes } from '../../http/routes.ts'
import { Page, PageQuery, WorkspacePath } from '../../kit/schema.ts'
import { AuditEntry, listAuditEntries } from './audit.ts'

export const auditDashboardRoutes: Routes = async (app) => {
  app.get(
    '/workspaces/:workspaceId/audit-log',
    {
      config: { role: 'admin' },
      schema: {
        params: WorkspacePath,
        querystring: PageQuery({}),
        response: { 200: Page(AuditEntry) },
      },
    },
    ({ system, member, query }) => listAuditEntries(system, member.workspaceId, query),
  )
}
