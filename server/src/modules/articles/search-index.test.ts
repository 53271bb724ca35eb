import { describe, expect, it } from 'vitest'
import { ARTICLES } from '../../demo/articles.ts'
import { POLICIES } from '../../demo/policies.ts'
import { guessLanguage, languageOf, stem } from './languages.ts'
import { cutPassages } from './passages.ts'
import { buildIndex, isOneEditAway } from './search-index.ts'

const documents = [
  ...Object.values(POLICIES).map(({ title, body }) => ({ title, body, tags: [], language: guessLanguage(body) })),
  ...ARTICLES.map(({ title, body, tags = [], locale = 'en' }) => ({ title, body, tags, language: languageOf(locale) })),
]
const index = buildIndex(
  documents.flatMap(({ title, body, tags, language }) =>
    cutPassages(body).map(({ heading, text }, at) => ({
      source: { title, heading, text },
      language,
      title: [title, ...tags].join(' '),
      heading: heading ?? '',
      text,
      isFirst: at === 0,
    })),
  ),
)

/** What the first two passages must contain: the fact that answers the question. */
const QUESTIONS: [locale: string, question: string, fact: string][] = [
  ['en', 'How much is shipping to Germany?', '€4.90'],
  ['en', 'what does delivery cost', '€4.90'],
  ['en', 'How long does delivery take to France?', '2–5 business days'],
  ['en', 'Do you ship to Norway?', 'Norway'],
  ['en', 'when is shipping free', '€50'],
  ['en', 'Do I have to pay customs duties?', 'customs duties'],
  ['en', 'Do you have express shipping?', '€9.90'],
  ['en', 'can i send it back', '30 days'],
  ['en', 'How many days do I have to return something?', '30 days'],
  ['en', 'retrun policy', '30 days'],
  ['en', 'When do I get my money back?', 'five business days'],
  ['en', 'refund time', 'five business days'],
  ['en', 'Which items can’t be returned?', 'cosmetics'],
  ['en', 'can I return opened soap', 'cosmetics'],
  ['en', 'My vase arrived damaged', 'photo'],
  ['en', 'the mug is brokn', 'photo'],
  ['en', 'The shirt is too small, can I swap it?', 'size or color'],
  ['en', 'Can I cancel my order?', 'cancel the order'],
  ['en', 'I entered the wrong address', 'correct the address'],
  ['en', 'my package is late', 'three days late'],
  ['en', 'Where is my parcel?', 'tracking link'],
  ['en', 'can I collect my order in the store', 'Hazel Street'],
  ['en', 'How can I pay?', 'by card'],
  ['en', 'where do I find my invoice', 'In your account'],
  ['en', 'My coupon does not work', 'spelling'],
  ['en', 'is there a promo code for new customers', 'WELCOME10'],
  ['en', 'how long are giftcards valid', 'three years'],
  ['en', 'gift voucher balance', 'complete code'],
  ['en', 'what are my loyalty points worth', 'one cent'],
  ['en', 'Why are my acorns pending?', '14 days'],
  ['en', 'how do i wash wool', 'wool cycle'],
  ['en', 'Which cookies do you use?', 'cookies'],
  ['en', 'How long do you keep my data?', 'ten years'],
  ['en', 'What personal data do you store about me?', 'what we store about you'],
  ['en', 'warranty', 'two years'],
  ['en', 'are knives sold to minors', 'adults only'],
  ['de', 'Was kostet der Versand nach Österreich?', '4,90 €'],
  ['de', 'Wie hoch sind die Versandkosten?', '4,90 €'],
  ['de', 'Wie lange dauert die Lieferung?', 'Werktage'],
  ['de', 'Wie kann ich etwas zurückschicken?', 'Rücksendeetikett'],
  ['de', 'Rückgabefrist', '30 Tagen'],
  ['de', 'Wann bekomme ich mein Geld zurück?', 'fünf Werktagen'],
  ['de', 'Meine Tasse ist kaputt angekommen', '14 Tagen ein Foto'],
  ['de', 'Kann ich meine Bestellung abholen?', 'Hazel Street'],
  ['de', 'Wo ist mein Paket?', 'Sendungsverfolgung'],
  ['de', 'Widerrruf', '30 Tagen'],
]

describe('search over the texts of the demo shop', () => {
  it.each(QUESTIONS)('[%s] %s', (locale, question, fact) => {
    const found = index.search(question, languageOf(locale)).slice(0, 2)
    expect(found.map(({ source }) => source.text).join('\n')).toContain(fact)
    expect(found[0]?.score).toBeGreaterThanOrEqual(0.35)
    expect(found[0]?.score).toBeLessThanOrEqual(1)
  })

  it.each([
    ['en', 'quantum chromodynamics lecture'],
    ['en', 'Who won the football match yesterday?'],
    ['de', 'Wie wird das Wetter morgen in Hamburg?'],
    ['en', 'the of and'],
    ['en', ''],
  ])('[%s] finds no answer to "%s"', (locale, question) => {
    expect(index.search(question, languageOf(locale)).filter(({ score }) => score >= 0.5)).toEqual([])
  })

  it('prefers texts in the language of the question', () => {
    const [first] = index.search('Express', 'de')
    expect(first?.source.title).toBe('Versand und Lieferzeiten')
    expect(index.search('Express', 'en')[0]?.source.title).toBe('Delivery times and costs')
  })

  it('answers a long question in a moment', () => {
    const question = 'why does a very long question with many rare wrods take no time '.repeat(500)
    const before = process.cpuUsage()
    index.search(question, 'en')
    // CPU time, since the clock depends on the load.
    expect(process.cpuUsage(before).user / 1e3).toBeLessThan(250)
  })
})

describe('stem', () => {
  it.each([
    ['en', 'returns returned returning return'],
    ['en', 'exchange exchanges exchanged exchanging'],
    ['en', 'ship ships shipped shipping shipment'],
    ['en', 'cancel cancels cancelled cancelling cancellation'],
    ['en', 'policy policies'],
    ['en', 'box boxes'],
    ['de', 'bestellung bestellungen'],
    ['de', 'ruckgabe ruckgaben'],
    ['de', 'gutschein gutscheine gutscheinen'],
  ] as const)('[%s] %s have one stem', (language, forms) => {
    expect(new Set(forms.split(' ').map((form) => stem(language, form))).size).toBe(1)
  })

  it('keeps different words apart', () => {
    const different = ['ship', 'shop', 'card', 'care', 'pass', 'pay', 'gas', 'this', 'news', 'status']
    expect(new Set(different.map((word) => stem('en', word))).size).toBe(different.length)
  })
})

describe('isOneEditAway', () => {
  it.each([
    ['return', 'retrun', true],
    ['return', 'retur', true],
    ['return', 'retuurn', true],
    ['return', 'rexurn', true],
    ['return', 'return', false],
    ['return', 'retu', false],
    ['return', 'nruter', false],
    ['abcd', 'bacd', true],
    ['abcd', 'badc', false],
  ])('%s and %s: %s', (one, other, expected) => {
    expect([isOneEditAway(one, other), isOneEditAway(other, one)]).toEqual([expected, expected])
  })
})

it('guesses the language of a text', () => {
  expect([guessLanguage(POLICIES.refund.body), guessLanguage('Ich habe eine Frage zu meiner Bestellung')]).toEqual([
    'en',
    'de',
  ])
})
