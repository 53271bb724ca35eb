import type { Engine } from '../schemas.ts'

export const embeddedEngine: Engine = async function* ({ state }) {
  yield { type: 'text', delta: "I can't answer that yet." }
  yield { type: 'finish', status: 'unknown', intent: null, locale: 'en', state }
}
