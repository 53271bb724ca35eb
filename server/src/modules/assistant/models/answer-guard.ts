import type { Evidence } from './claims/evidence.ts'
import type { UnverifiedClaim } from './claims/extract-claims.ts'
import { stripInvisible } from './claims/normalize.ts'
import { promptRuns, repeatsPrompt } from './claims/prompt-leak.ts'
import { findSentenceEnd } from './claims/statements.ts'
import { verifySentence } from './verify-claims.ts'

/** Holds back what a model writes until a sentence is complete, and lets only verified sentences pass. */
export function createAnswerGuard(evidence: Evidence, systemPrompt: string) {
  const runs = promptRuns(systemPrompt)
  let buffer = ''
  let passed = ''
  const withheld: UnverifiedClaim[] = []

  function check(sentence: string): string {
    const claims: UnverifiedClaim[] = repeatsPrompt(runs, sentence, passed)
      ? [{ kind: 'prompt', text: '' }]
      : verifySentence(evidence, sentence, passed)
    withheld.push(...claims)
    const kept = claims.length > 0 ? lineBreakOf(sentence) : passed === '' ? sentence.trimStart() : sentence
    passed += kept
    return kept
  }

  /** What follows a withheld sentence stays on its own line. */
  const lineBreakOf = (sentence: string): string =>
    passed === '' || passed.endsWith('\n') ? '' : (/\n+$/.exec(sentence)?.[0] ?? '')

  return {
    /** Returns what may be sent now. */
    push(delta: string): string {
      buffer += stripInvisible(delta)
      let verified = ''
      for (let end = findSentenceEnd(buffer); end !== undefined; end = findSentenceEnd(buffer)) {
        verified += check(buffer.slice(0, end))
        buffer = buffer.slice(end)
      }
      return verified
    },
    /** The model has ended its text: what is left is a sentence. */
    flush(): string {
      const rest = buffer
      buffer = ''
      return rest.trim() === '' ? '' : check(rest)
    },
    /** What is left was cut off, and half a sentence can't be verified. */
    discard(): void {
      buffer = ''
    },
    passed: () => passed,
    withheld,
  }
}
