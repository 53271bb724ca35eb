import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { TestContext } from 'vitest'

/** Programs that npm cannot install, with the Debian package that provides them. */
// The shell is Chromium's engine without windows, which uses a third less CPU.
const PACKAGES = { 'chromium-headless-shell': 'chromium-headless-shell', 'redis-server': 'redis-server' } as const

export type Tool = keyof typeof PACKAGES

/**
 * Returns the path of a program, and installs it first if permitted. Otherwise the test is skipped with a reason; under
 * `CI=true`, where a skip would go unnoticed, it fails.
 */
export function requireTool(tool: Tool, { skip }: TestContext): string {
  const path = findTool(tool) ?? (canInstall() ? install(tool) : undefined)
  if (path) return path
  const reason = `${tool} is not installed here: install the package ${PACKAGES[tool]} to run this test`
  if (process.env.CI) throw new Error(reason)
  console.warn(reason)
  return skip(reason)
}

export function findTool(tool: Tool): string | undefined {
  const path = spawnSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).stdout.trim()
  return path || undefined
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')

function install(tool: Tool): string | undefined {
  console.warn(`Installing ${PACKAGES[tool]} with apt-get, as this test needs it…`)
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'pipe' })
    execFileSync('apt-get', ['install', '-qq', '-y', '--no-install-recommends', PACKAGES[tool]], { env, stdio: 'pipe' })
  } catch (error) {
    console.warn(`apt-get could not install ${PACKAGES[tool]}: ${(error as Error).message}`)
  }
  return findTool(tool)
}
