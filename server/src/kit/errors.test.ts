import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { STATUS } from './errors.ts'

it('docs/errors.md lists every code with its status, in the order of the table', () => {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
  const rows = Array.from(page.matchAll(/^\| `(\w+)` \| (\d+) \| \S.* \| \S.* \|$/gm), ([, code, status]) => [
    code,
    Number(status),
  ])
  expect(rows).toEqual(Object.entries(STATUS))
})
