import { isGermanWord } from './german-words.ts'
import type { Message } from './message.ts'

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** Frequent words that exist in only one of the languages; folded. */
const WORDS: Record<Language, Set<string>> = {
  en: new Set(
    `the a and or of to is are were be been it its this that these those i i'm i'd i'll you your my me we our
    do does did don't have has had can could would should what what's where where's when which who how why not no
    yes please thanks thank hello hi hey with for from on at by about there any some much many order orders shipping
    delivery return returns refund price cost stock cart buy sell want need looking show tell give get help ok bye good
    morning talk speak person human compare between difference code gift card still available size sizes color colors`.split(
      /\s+/,
    ),
  ),
  de: new Set(
    `der die das den dem des ein eine einen einem einer und oder aber ist sind bin war waren sein es ich du sie wir ihr
    euer eure eurem euren mein meine meinen meiner meinem mir mich dir dich uns nicht kein keine ja nein bitte danke
    hallo guten tag kam kaputt angekommen moin servus mit fur von vom auf bei uber gibt habt haben habe hat kann konnen konnte mochte will
    wurde wo wann welche welcher welches welchem wer wie warum viel viele noch auch nach zu zum zur im aus ab bis
    bestellung bestellungen paket lieferung versand versandkosten ruckgabe zuruckgeben rabatt gutschein guthaben punkte
    kostet kosten preis warenkorb suche zeig zeige leg stornieren sprechen mitarbeiter mensch menschen unter zwischen
    dank tschuss vielen lieferbar grossen farben unterschied vergleiche adresse liefert lange deutschland osterreich`.split(
      /\s+/,
    ),
  ),
}

/** The difference from which a text is clearly in one language. */
const CLEAR = 2

function countWords({ words, text }: Message): Record<Language, number> {
  const english = words.filter((word) => WORDS.en.has(word)).length
  const german = words.filter((word) => WORDS.de.has(word) || isGermanWord(word)).length
  return { en: english, de: german + (/[äöüß]/i.test(text) ? 1 : 0) }
}

/** The language a client asked for wins, unless the text is clearly in the other one. */
export function chooseLanguage(message: Message, locale: string | null, previous: Language | null): Language {
  const { en, de } = countWords(message)
  const guess = en === de ? null : en > de ? 'en' : 'de'
  const isClear = Math.abs(en - de) >= CLEAR
  if (guess && isClear) return guess
  if (locale) return locale.toLowerCase().startsWith('de') ? 'de' : 'en'
  // A short reply such as "1007" or "Express" continues in the language of the conversation.
  return previous ?? guess ?? 'en'
}
