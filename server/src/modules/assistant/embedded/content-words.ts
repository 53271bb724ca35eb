import type { Language } from './language.ts'
import type { Message } from './message.ts'

/** Words that say how a customer asks, not for what; folded. */
const STOP_WORDS: Record<Language, Set<string>> = {
  en: new Set(
    `a an the and or but if of to in on at by for from with without about as into over under between below above than then
    is are am was were be been being it it's its this that that's these those there there's here i i'm i'd i'll i've me my mine
    you you're your yours we our us he she they them their do does did don't doesn't doing have has had having got get gets can
    can't could would should shall will won't may might must what what's which who whom whose where where's when when's how how's
    why not no nor yes please pls thanks thank hello hi hey ok okay so just also too very really maybe perhaps some any
    every all each other another one ones something anything someone somebody much many more most few less least up
    down out off again still yet now already first second third last next both want wants wanted need needs like looking look
    find search show see tell give sell sells carry stock stocked offer recommend suggest buy purchase order take add put place
    cart basket trolley price prices priced cost costs costing euro euros eur dollars pounds bucks cheap cheaper expensive
    maximum max budget available availability left guys shop shops stores store product products item items thing things kind kinds type
    types sort sale sold sorry know question new good nice great best let let's compare comparison comparing difference
    differences vs versus better kindly gear stuff goods equipment supplies accessories policy policies rules rule happen happens possible two three four five six ten twelve dozen year years old size sizes color colors colour colours come comes made make makes ideas idea
    going use using used mean means long work works try could've kg cm ml mm g l x version versions option options piece pieces`.split(
      /\s+/,
    ),
  ),
  de: new Set(
    `der die das den dem des ein eine einen einem einer eines und oder aber wenn von vom zu zum zur in im ins an am auf bei
    fur mit ohne uber als unter zwischen bis ab ist sind bin war waren sein es ich du sie wir ihr er euer eure eurem euren
    eurer ihre ihren ihrem mein meine meinen meiner meinem mir mich dir dich uns euch nicht kein keine keinen ja nein bitte danke
    hallo hi habt haben habe hat hast kann kannst konnen konnte konnten mochte mochten will wollen wurde wurden wird werden soll
    muss darf wo wann welche welcher welches welchem welchen wer wem wie was warum wieso viel viele vielen noch auch nach
    aus gibt geben gib dann denn da dort hier so nur sehr mal etwas irgendwas jemand alle alles andere anderer mehr
    weniger erste ersten zweite zweiten dritte letzte beide beiden suche suchen sucht zeig zeige zeigen finde finden verkauft
    verkaufen fuhrt fuhren brauche brauchen kaufen bestellen leg lege legen pack nimm nehme warenkorb einkaufswagen preis preise
    kostet kosten teuer gunstig billig euro eur maximal hochstens lieferbar verfugbar vorratig lager produkt produkte artikel shop
    laden ding dinge art arten neu neue gut gute schon beim dieser diese dieses diesen personen person vergleiche vergleichen vergleich
    unterschied besser bekomme bekommen erhalte erhalten kriege moglich zwei drei vier funf sechs zehn zwolf ware jahre alt grosse grossen farbe farben material wieviel denn doch halt eigentlich ob man sich sie's gern gerne
    macht machen kg cm ml mm g l x seiten hatte wurd the and of`.split(/\s+/),
  ),
}

/** What is left of a message when everything that any question contains is removed. Numbers are limits or sizes. */
export function contentWordsOf({ words }: Message, language: Language): string[] {
  const stopWords = STOP_WORDS[language]
  return [...new Set(words.filter((word) => word.length > 1 && !stopWords.has(word) && !/^\d/.test(word)))]
}
