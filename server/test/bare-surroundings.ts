import type { Files } from '../src/ports/files.ts'

const refuse = async (): Promise<never> => {
  throw new Error('nobody was to ask for files here')
}

/** For servers that are made for something else. */
export const noFiles: Files = { put: refuse, open: refuse, remove: refuse }

export const noSecret = (): never => {
  throw new Error('nobody was to ask for a secret here')
}
