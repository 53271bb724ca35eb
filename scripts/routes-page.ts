import type { AppOptions } from '../server/src/app.ts'

export type Route = Parameters<NonNullable<AppOptions['onRoute']>>[0]

/** Renders `docs/routes.md` from the routes the server has mounted. */
export function routesPage(api: Route[], dashboard: Route[]): string {
  return `# Routes

Who may call what. Made from the routes by \`npm run generate\`.

## The API
Access is who may call, scopes which keys, limit the quota in which a call is counted; agent keys are counted in a quota of their own.

${table(['access', 'scopes', 'limit'], api, ({ config }) => [config?.access, config?.scopes?.join(', '), config?.limit])}

## The dashboard
With the session of somebody who has signed in. The role is the least that is needed in the workspace of the path; \`person\` is
whoever is signed in, \`nobody\` is everybody. The routes of the API are served to staff as well, under \`/dashboard/api/v1\`.

${table(['least role'], dashboard, ({ config }) => [config?.role])}
`
}

function table(heads: string[], routes: Route[], cells: (route: Route) => unknown[]): string {
  const rows = routes
    .map((route) => ({
      key: `${route.url} ${route.method}`,
      cells: [route.method, `\`${route.url}\``, ...cells(route)],
    }))
    // Sorts by code unit, not by locale, so that the output is the same on every machine.
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const lines = [
    ['method', 'path', ...heads],
    ['method', 'path', ...heads].map(() => '---'),
    ...rows.map((row) => row.cells),
  ]
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
}
