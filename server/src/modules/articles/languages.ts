import { foldText } from '../../kit/fold-text.ts'

/** Languages whose words are reduced to their stems. Texts in others are searched by their words as they are. */
export type SearchLanguage = 'en' | 'de' | 'other'

/** Words, lower case and without accents. */
export const toWords = (text: string): string[] =>
  foldText(text)
    // What can't be done is another question than what can.
    .replaceAll(/\bcan(?:[’']t| not)\b/g, 'cannot')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const words = (text: string): ReadonlySet<string> => new Set(toWords(text))

const STOP_WORDS: Record<SearchLanguage, ReadonlySet<string>> = {
  en: words(`a about after all also am an and any are as at be been being but by can could d did do does doing don for
    from get gets getting give got had has have having he hello help her here hey hi how i if im in into is it its just
    know let like ll m may me might mine much must my need no not now of off on or other our out please question re s
    shall she should so some t tell than thank thanks that the their them then there these they this those to too up us
    use using ve very want wants was we were what which who why will with would you your yours`),
  de: words(`ab aber alle als also am an auch auf aus bei beim bin bis bitte da danke das dass dein dem den der des dich
    die dies diese diesen dieser dieses dir denn doch du eigentlich ein eine einem einen einer eines er es etwas euch euer eure fur gibt habe
    haben hallo hat hatte hatten hi ich ihr ihre ihrem ihren ihrer ihm ihn im in ins ist ja kann kannst konnen konnt
    konnte konnten man mein meine meinem meinen meiner mich mir mit mochte moglich muss mussen nach nicht noch nun nur
    ob oder schon sehr sein seine sich sie sind so soll um und uns unser unsere vom von vor war was welche welcher
    welches wenn wer werden wie wieder will wird wir wo wurde zu zum zur uber`),
  other: new Set(),
}

export const isStopWord = (language: SearchLanguage, word: string): boolean =>
  STOP_WORDS[language].has(word) || (word.length === 1 && !/\p{N}|\p{Lo}/u.test(word))

export function languageOf(locale: string): SearchLanguage {
  const [language] = locale.toLowerCase().split('-')
  return language === 'en' || language === 'de' ? language : 'other'
}

/** For texts without a locale: whose small words they contain. */
export function guessLanguage(text: string): SearchLanguage {
  const all = toWords(text.slice(0, 5000))
  const count = (language: SearchLanguage) => all.filter((word) => STOP_WORDS[language].has(word)).length
  const [english, german] = [count('en'), count('de')]
  if (english === german) return 'other'
  return english > german ? 'en' : 'de'
}

/** Cuts off endings, so that "returned" finds "returns". A stem need not be a word. */
export function stem(language: SearchLanguage, word: string): string {
  if (language === 'other' || word.length < 4 || /\p{N}/u.test(word)) return word
  return language === 'en' ? stemEnglish(word) : stemGerman(word)
}

function stemEnglish(word: string): string {
  const singular = word
    .replace(/ies$/, 'y')
    .replace(/(ss|x|z|ch|sh)es$/, '$1')
    .replace(/([^sui])s$/, '$1')
  const stripped = singular.replace(/(ation|ment|able|ing|ed)$/, '')
  const base = stripped.length >= 3 && /[aeiouy]/.test(stripped) ? stripped : singular
  const undoubled = base === singular ? base : base.replace(/([bdglmnprt])\1$/, '$1')
  return undoubled.length > 3 ? undoubled.replace(/e$/, '') : undoubled
}

const GERMAN_ENDINGS = /(ungen|ung|heiten|heit|keiten|keit|ern|en|em|er|es|et|st|e|n|s|t)$/

function stemGerman(word: string): string {
  const once = word.replace(GERMAN_ENDINGS, '')
  const base = once.length >= 4 ? once : word
  const twice = base.replace(/(e|n|t)$/, '')
  return twice.length >= 4 ? twice : base
}

/** Each line names one thing in the words of customers and of shops. */
const SYNONYMS: Record<SearchLanguage, string> = {
  en: `shipping shipment ship ships shipped delivery deliver delivered deliveries dispatch dispatched postage courier carrier
    return returns returned refund refunds refunded reimbursement reimburse back
    exchange swap replace replacement
    cancel cancellation canceled cancelled cancelling
    parcel package box
    track tracking where whereabouts
    late delayed delay lost missing
    broken damaged damage defective faulty defect cracked torn
    warranty guarantee
    cost costs price prices fee fees charge charges expensive rate rates
    long time day days week weeks month months year years duration fast quick quickly soon when takes take
    pay paying payment payments paid
    card cards visa mastercard credit debit
    invoice receipt bill
    gift gifts present presents voucher vouchers certificate
    discount discounts coupon coupons promo promotion promotions code codes sale deal deals
    points loyalty rewards reward acorns
    pickup collect store pick
    customs duties duty import tax taxes vat
    country countries international abroad worldwide overseas
    size sizes sizing fit fits measurements
    wash washing clean cleaning care laundry
    account login signin password profile
    data privacy personal gdpr
    contact email phone call reach hours
    address street
    stock available availability
    wholesale bulk business reseller
    cookies cookie banner
    keep keeps kept stored store save saved
    cannot excluded exclusions exceptions`,
  de: `versand versenden versendet verschicken verschickt lieferung lieferungen liefern liefert geliefert zustellung zustellen
    ruckgabe ruckgaben zuruckgeben zuruckschicken zurucksenden retoure retouren widerruf widerrufen ruckgaberecht zuruck
    ruckerstattung erstattung erstatten geld ruckgabe
    umtausch umtauschen tauschen ersatz
    stornieren stornierung storno abbestellen kundigen
    paket sendung packchen lieferung
    verfolgen sendungsverfolgung tracking
    spat verspatet verspatung verloren
    kaputt beschadigt defekt mangel schaden zerbrochen
    garantie gewahrleistung
    kosten kostet preis preise gebuhr gebuhren teuer
    lange dauer dauert zeit tag tage woche wochen monat monate jahr jahre schnell wann frist
    bezahlen zahlen zahlung zahlungsarten bezahlung zahlungsmethoden
    karte kreditkarte
    rechnung beleg quittung
    geschenk geschenkkarte gutschein gutscheine geschenkgutschein
    rabatt rabattcode gutscheincode aktion code
    punkte treuepunkte bonus bonusprogramm
    abholen abholung laden filiale
    zoll steuer mehrwertsteuer
    land lander ausland weltweit
    grosse grossen passform
    waschen pflege reinigen
    konto anmelden passwort
    daten datenschutz
    kontakt email telefon anrufen offnungszeiten
    adresse anschrift
    lager verfugbar verfugbarkeit vorratig
    ausgeschlossen ausnahmen ausnahme`,
  other: '',
}

const readSynonyms = (language: SearchLanguage): ReadonlyMap<string, readonly string[]> => {
  const all = new Map<string, string[]>()
  for (const group of SYNONYMS[language].split('\n').map(toWords)) {
    for (const word of group) all.set(word, [...(all.get(word) ?? []), ...group])
  }
  return all
}

const synonyms: Record<SearchLanguage, ReadonlyMap<string, readonly string[]>> = {
  en: readSynonyms('en'),
  de: readSynonyms('de'),
  other: new Map(),
}

/** Other words for the same, without the word itself. */
export const synonymsOf = (language: SearchLanguage, word: string): readonly string[] =>
  synonyms[language].get(word) ?? []

/** To recognize misspelled words that no text contains, but a synonym does. */
export const synonymWords = (language: SearchLanguage): Iterable<string> => synonyms[language].keys()
