import type { AppOptions } from '../server/src/app.ts'

export type Route = Parameters<NonNullable<AppOptions['onRoute']>>[0]

/** Renders `docs/routes.md` from the routes the server has mounted. */
export function routesPage(api: Route[], dashboard: Route[]): string {
  return `# Routes

Who may call what. A route for GET also serves HEAD. Generated from the routes by \`npm run generate\`.

## API
*Access* is who may call a route, *scopes* which keys, *customer* whether it takes the token of a signed-in customer, and *limit* the quota that counts the request. Agent keys have a quota of their own.

${table(['access', 'scopes', 'customer', 'limit'], api, ({ config }) => [config?.access, config?.scopes?.join(', '), config?.customer, config?.limit])}

## Dashboard
These routes require the session of a signed-in person. *Least role* is the role required in the workspace of the path; \`user\`
means anyone who is signed in, \`anonymous\` means everyone. Staff can also call the routes of the API, under \`/dashboard/api/v1\`.

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
