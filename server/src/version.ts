import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './kit/project-root.ts'

const file = join(PROJECT_ROOT, 'server/package.json')

export const VERSION: string = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
