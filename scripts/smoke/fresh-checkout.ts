import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settings } from '../../server/src/config.ts'
import { freePort } from '../../server/test/free-port.ts'

const PACKAGES = ['.', 'server', 'sdk', 'dashboard', 'storefront'].map((folder) => join(folder, 'node_modules'))
const PAGES = ['dashboard', 'storefront'].map((folder) => join(folder, 'dist'))

type User = { name: string; ids: { uid: number; gid: number } | undefined; sharedFolders?: string[] }
/** A user with a clone of their own. */
export type FreshCheckout = User & {
  checkout: string
  data: string
  url: string
  env: NodeJS.ProcessEnv
  bootstrapFile: string
  npm: ChildProcess | undefined
  /** Output of the last start. */
  output: string
}

const repository = fileURLToPath(new URL('../..', import.meta.url))

export function users(): User[] {
  if (process.getuid?.() !== 0) return [{ name: 'this user', ids: undefined }]
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return [
    { name: 'root', ids: undefined, sharedFolders: [...PACKAGES, ...PAGES] },
    { name: 'nobody', ids: { uid: id('-u'), gid: id('-g') }, sharedFolders: PAGES },
  ]
}

export async function createCheckout(user: User, temp: string): Promise<FreshCheckout> {
  const home = join(temp, user.name)
  const data = join(home, 'data')
  const bootstrapFile = join(home, 'bootstrap.json')
  const port = await freePort()
  const env = {
    ...cleanEnvironment(home),
    PORT: `${port}`,
    DATA_DIR: data,
    BOOTSTRAP_FILE: bootstrapFile,
  }
  const url = `http://127.0.0.1:${port}`
  return { ...user, data, bootstrapFile, url, env, checkout: clone(user, home), npm: undefined, output: '' }
}

/** Clones from the user's own bare copy: git rejects a repository owned by another user. */
function clone(user: User, home: string): string {
  const origin = join(home, 'origin.git')
  const checkout = join(home, 'storedesk')
  mkdirSync(home)
  const env = cleanEnvironment(home)
  execFileSync('git', ['clone', '--quiet', '--bare', repository, origin], { env: process.env })
  if (user.ids) execFileSync('chown', ['-R', `${user.ids.uid}:${user.ids.gid}`, home])
  execFileSync('git', ['clone', '--quiet', origin, checkout], { cwd: home, env, ...user.ids })
  for (const folder of user.sharedFolders ?? []) shareFolder(folder, checkout)
  if (user.ids) execFileSync('chown', ['-R', `${user.ids.uid}:${user.ids.gid}`, checkout])
  return checkout
}

/** Reuses an installed or built folder. It comes from the same sources; the start rebuilds anything that differs. */
function shareFolder(folder: string, checkout: string): void {
  const source = join(repository, folder)
  if (!existsSync(source)) return
  const copy = (flag: string) => execFileSync('cp', [flag, source, join(checkout, folder)], { stdio: 'ignore' })
  // Hard links share one owner, so pages, which are small, are copied for another user.
  if (PAGES.includes(folder)) return void copy('-a')
  try {
    copy('-al')
  } catch {
    // Hard links do not cross file systems.
    copy('-a')
  }
}

/** Removes our own settings and the variables of a calling npm, and puts the machine's own `node` first. */
function cleanEnvironment(home: string): NodeJS.ProcessEnv {
  const unwanted = (name: string) => name in settings || /^(npm_|NODE_ENV$|NODE_OPTIONS$|INIT_CWD$)/i.test(name)
  const remaining = Object.entries(process.env).filter(([name]) => !unwanted(name))
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(remaining), PATH: path.join(delimiter), HOME: home, HOST: '127.0.0.1' }
}
