import { stemOf } from './message.ts'

/**
 * What shops sell, German to English: a shop often has texts in one language only, and its German customers still ask
 * in theirs. Folded; one line per topic.
 */
const PRODUCT_WORDS = `
hemd shirt, hemden shirts, bluse blouse, pullover sweater, pulli sweater, strickjacke cardigan, jacke jacket, jacken jackets, regenjacke rain jacket, mantel coat,
kleid dress, kleider dresses, sommerkleid summer dress, hose trousers, hosen trousers, rock skirt, socken socks, strumpfe socks, mutze cap, kappe cap, hut hat, hute hats,
schal scarf, schals scarf, handschuhe gloves, schuhe shoes, schuh shoe, stiefel boots, gummistiefel rain boots, gurtel belt, tasche bag, taschen bags, beutel bag, stoffbeutel tote bag,
rucksack backpack, rucksacke backpack, kinderrucksack children backpack, tagesrucksack daypack, tshirt t-shirt, ringelshirt striped t-shirt, kleidung clothing,
tasse mug, tassen mug, becher mug, kanne pot, teekanne teapot, teekannen teapot, teller plates, schale bowl, schalen bowl, schussel bowl, schusseln bowl, salatschussel salad bowl,
topf saucepan, topfe saucepan, pfanne pan, pfannen pan, bratpfanne frying pan, messer knife, kochmesser chef knife, brett board, schneidebrett chopping board, glas jar, glaser jar,
vorratsglas storage jar, geschirrtuch tea towel, geschirrtucher tea towels, handtuch towel, handtucher towel, badetuch bath towel, besteck cutlery, flasche bottle, flaschen bottle,
thermosflasche insulated bottle, trinkflasche bottle, korb basket, korbe basket, waschekorb laundry basket, picknickkorb picnic basket, picknickdecke picnic blanket,
decke blanket, decken blanket, wolldecke wool blanket, kissen cushion, kissenbezug cushion cover, kerze candle, kerzen candles, duftkerze scented candle, bienenwachskerzen beeswax candles,
lampe lamp, lampen lamp, tischlampe table lamp, laterne lantern, laternen lantern, vase vase, vasen vase, uhr clock, wanduhr wall clock, bild print, bilder print, kunstdruck art print,
rahmen frame, bilderrahmen frame, teppich rug, teppiche rug, tisch table, esstisch dining table, mobel furniture, blumentopf plant pot, krautertopf herb pot, garten garden,
zelt tent, zelte tent, familienzelt family tent, schirm umbrella, schirme umbrella, regenschirm umbrella, regenschirme umbrella, campingbecher camping mug, saatgut seed,
kaffee coffee, espresso espresso, entkoffeiniert decaf, koffeinfrei decaf, tee tea, tees tea, grun green, gruner green, kamille chamomile, honig honey, marmelade jam, konfiture jam,
schokolade chocolate, zartbitter dark chocolate, vollmilch milk chocolate, ol oil, olivenol olive oil, sussigkeiten sweet, lebensmittel food, essen food,
seife soap, seifen soap, shampoo shampoo, creme cream, handcreme hand cream, badeol bath oil, kosmetik cosmetics,
spielzeug toys, holzspielzeug wooden toys, teddy teddy, kuscheltier soft toys, stofftier soft toys, bauklotze wooden blocks, holzklotze wooden blocks, eisenbahn train, zug train, drachen kite, buch book,
bucher book, bilderbuch picture book, kinderbuch picture book, kochbuch cookbook, babydecke baby blanket, kinder children, kind child, baby baby,
notizbuch notebook, notizbucher notebook, heft notebook, kalender planner, stift pen, stifte pen, fuller fountain pen, fullfederhalter fountain pen, kugelschreiber ballpoint pen, tinte ink, buntstifte colored pencils,
bleistifte graphite pencils, bleistift pencils, papier paper, briefpapier writing set, karte card, karten card, geburtstagskarte birthday card, grusskarten greeting cards, umschlag envelope, geschenkpapier wrapping,
geschenk gift, geschenke gift, geschenkbox gift box, geschenkkarte gift card, geschenkkarten gift cards, geschenkgutschein gift card, gutschein gift card, workshop workshop,
leinen linen, wolle wool, baumwolle cotton, holz wooden, eiche oak, leder leather, porzellan porcelain, keramik ceramic, steinzeug stoneware, gusseisen cast-iron, stahl steel, merino merino, regen rain,
`

/** How products are, and what shops do. */
const OTHER_WORDS = `
winter winter, sommer summer, warm warm, vegan vegan, bio organic, handgemacht handmade, klein small, gross large,
ruckgabe return, ruckgaben returns, rucksendung return, rucksenden return, zuruckgeben return, zuruckschicken return, zurucksenden return, retoure return, retournieren return, umtausch exchange, umtauschen exchange, widerruf return,
erstattung refund, erstatten refund, geld money, zuruck back, frist days, tage days, lange long, kostenlos free, gratis free, kosten cost, kostet cost, versand shipping, versandkosten shipping cost, lieferung delivery,
liefern delivery, geliefert delivered, lieferzeit delivery time, zoll customs duties, zollgebuhren customs duties, abholen pickup, abholung pickup, paket package, verspatet late, verloren lost, beschadigt damaged,
kaputt broken, defekt defective, zerbrochen broken, falsch wrong, foto photo, geoffnet opened, geoffnete opened, etikett tags, daten data, personenbezogen personal, speichern store keep, speichert store keep, gespeichert store keep, loschen delete,
weitergeben share, verkauft sell, cookies cookies, datenschutz privacy, impressum legal notice, adresse address, anschrift address, telefonnummer telefon, telefon telefon, agb terms, bezahlen pay, zahlen pay, zahlung payment,
zahlungsarten payment, zahlungsmethoden payment, kreditkarte card, rechnung invoice, uberweisung bank transfer, mehrwertsteuer value added tax, mwst value added tax, steuer tax, preise prices, garantie warranty, gewahrleistung warranty defects,
alter age, volljahrig adults, erwachsene adults, recht law, stornieren cancel, bestellung order, bestellen order, punkte points, treuepunkte loyalty points, rabatt discount, rabattcode discount code, rabatte discount codes offers, gutscheincode discount code,
gultig valid, einlosen use, guthaben balance, reparieren repair, reparatur repair, waschen wash, waschmaschine washing machine, waschmaschinen washing machine, spulmaschine dishwasher, pflege care, grosse size, grossen size, farbe color, farben color
`

const parse = (dictionary: string): [german: string, english: string][] =>
  dictionary
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const space = entry.indexOf(' ')
      return [entry.slice(0, space), entry.slice(space + 1)]
    })

const WORDS = new Map([...parse(PRODUCT_WORDS), ...parse(OTHER_WORDS)])
const STEMS = new Map([...WORDS].map(([german, english]): [string, string] => [stemOf(german), english]))

/** English words that name products: a query is reduced to them if nothing matches all of its words. */
const ENGLISH_WORDS = new Set(parse(PRODUCT_WORDS).flatMap(([, english]) => english.split(' ').map(stemOf)))

export const isShopWord = (word: string): boolean => ENGLISH_WORDS.has(stemOf(word))

/** Not those that are English words, too. */
export const isGermanWord = (word: string): boolean => WORDS.has(word) && WORDS.get(word) !== word

const translateWord = (word: string): string | undefined => WORDS.get(word) ?? STEMS.get(stemOf(word))

/** Shorter parts of a compound are rarely words. */
const MIN_PART = 3

/** "Leinenhemden" is "linen shirts". */
function translateCompound(word: string): string | undefined {
  for (let at = word.length - MIN_PART; at >= MIN_PART; at--) {
    const last = translateWord(word.slice(at))
    if (!last) continue
    const first = word.slice(0, at)
    const start = translateWord(first) ?? (/[sn]$/.test(first) ? translateWord(first.slice(0, -1)) : undefined)
    if (start) return `${start} ${last}`
  }
  return undefined
}

/** Only the words that the dictionary has. */
export const translateKnownWords = (words: string[]): string[] =>
  words.flatMap((word) => (translateWord(word) ?? translateCompound(word))?.split(' ') ?? [])

/** Unknown words stay: they may be names. */
export const translateWords = (words: string[]): string[] =>
  words.flatMap((word) => (translateWord(word) ?? translateCompound(word) ?? word).split(' '))
