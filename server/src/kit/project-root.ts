import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of this installation. The sources and the built server are at different depths below it. */
export const PROJECT_ROOT: string = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'server/migrations'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('The folder of this installation must contain server/migrations.')
  return findRoot(parent)
}
