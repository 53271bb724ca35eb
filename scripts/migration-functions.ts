import type { MigrationStatement } from '../server/src/db/migrations/split-statements.ts'

const DEFINITION = /^create (?:or replace )?(?:function|procedure) (?:\w+\.)?"?(\w+)/
/** What a body may do to tables; `execute` may do anything. A lock by `for update` is none of it. */
const CHANGE =
  /(?<!\b(?:for|key) )\bupdate\b|\b(?:insert into|delete from|merge into|truncate|execute|cluster|vacuum|reindex|lock table)\b|\b(?:create|alter|drop) (?:table|(?:unique )?index|type|trigger|view)\b|\b(?:create|drop|refresh) materialized view\b/
/** These name functions without calling them. */
const DEFINES = /^(?:create|alter|drop|comment|grant|revoke)\b/

/** Remembers of each function of a migration whether it changes tables, itself or by one that it calls. */
export function rememberFunctions(statements: readonly MigrationStatement[], changing: Set<string>): void {
  for (const { outline, text } of statements) {
    const name = DEFINITION.exec(outline)?.[1]
    if (!name) continue
    const body = text
      .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
      .replace(/\s+/g, ' ')
      .toLowerCase()
    if (CHANGE.test(body) || calledNames(body).some((called) => called !== name && changing.has(called))) {
      changing.add(name)
    } else changing.delete(name)
  }
}

/** A function that the statement calls and that changes tables. */
export function findChangingCall({ outline }: MigrationStatement, changing: ReadonlySet<string>): string | undefined {
  return DEFINES.test(outline) ? undefined : calledNames(outline).find((name) => changing.has(name))
}

const calledNames = (text: string): string[] => [...text.matchAll(/(\w+)"? ?\(/g)].flatMap(([, name]) => name ?? [])
