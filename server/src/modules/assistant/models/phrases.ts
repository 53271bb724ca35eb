import type { Language } from '../embedded/language.ts'
import type { AnswerEvent } from '../schemas.ts'

type NoticeCode = Extract<AnswerEvent, { type: 'notice' }>['code']
type Phrase = NoticeCode | 'handed_over' | 'inactive'

const PHRASES: Record<Language, Record<Phrase, string>> = {
  en: {
    model_failed: 'Our language model could not finish this answer. The built-in assistant continues.',
    budget_exceeded: 'Our language model is not available at the moment. The built-in assistant answers.',
    claim_withheld: 'A part of the answer could not be verified and was left out.',
    handed_over: 'I am passing this conversation to a person, who will continue here.',
    inactive: 'A person will answer you here.',
  },
  de: {
    model_failed: 'Unser Sprachmodell konnte diese Antwort nicht beenden. Der eingebaute Assistent macht weiter.',
    budget_exceeded: 'Unser Sprachmodell ist gerade nicht verfügbar. Der eingebaute Assistent antwortet.',
    claim_withheld: 'Ein Teil der Antwort ließ sich nicht prüfen und wurde weggelassen.',
    handed_over: 'Ich gebe das Gespräch an einen Menschen weiter, der es hier fortsetzt.',
    inactive: 'Ein Mensch antwortet Ihnen hier.',
  },
}

export const phrase = (language: Language, name: Phrase): string => PHRASES[language][name]

export const notice = (language: Language, code: NoticeCode): AnswerEvent => ({
  type: 'notice',
  code,
  text: phrase(language, code),
})
