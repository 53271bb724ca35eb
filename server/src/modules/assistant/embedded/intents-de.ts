import type { IntentRule } from './intent.ts'

/** Folded: "zurück" is "zuruck" and "Größe" is "grosse". */
export const GERMAN_RULES: IntentRule[] = [
  [
    'injection',
    0.99,
    /\b(?:ignorier\w*|vergiss|missachte|umgehe|uberschreib\w*)\b.{0,60}\b(?:anweisung\w*|regeln?|prompts?|vorgaben|vorherig\w*|obige\w*|instruktion\w*)\b/,
  ],
  [
    'injection',
    0.99,
    /\bsystem-?\s?prompt|\bentwicklermodus\b|\bjailbreak\b|\bdein(?:en)? prompt\b|\bdeine (?:anweisungen|instruktionen|regeln|konfiguration|werkzeuge)\b/,
  ],
  [
    'injection',
    0.99,
    /\bdu bist (?:jetzt|nun|nicht mehr)\b|\btu so,? als\b|\bspiel\w* (?:die|eine) rolle\b|\bab (?:jetzt|sofort)\b.{0,20}\b(?:bist|antwortest|sollst)\b|\bneue anweisung/,
  ],
  [
    'injection',
    0.99,
    /\b(?:api|geheim)[- ]?(?:key|schlussel)|\bpasswort\b.{0,20}\b(?:admin|datenbank|mitarbeiter|kunden)|\badmin(?:istrator)?\b.{0,15}\b(?:passwort|zugang|modus)|<\/?\s*(?:system|script|tool|img|iframe)\b|\b(?:hand_over|cancel_order|get_order|list_orders|start_return|update_cart)\b/,
  ],
  [
    'injection',
    0.99,
    /\bich bin (?:der|die|ein|dein) (?:admin\w*|inhaber\w*|entwickler\w*|chef\w*|betreiber\w*)\b|\bohne\b.{0,15}\b(?:prufung|verifizierung)\b/,
  ],
  [
    'injection',
    0.99,
    /\b(?:bestellung\w*|e-?mails?|adressen?|daten|punkte|guthaben)\b.{0,20}\b(?:von|aller|anderer|der anderen|eines anderen|einer anderen)\b.{0,15}\b(?:kunden|kundin|leute|personen|person)\b|\b(?:alle|aller|andere|anderer) kunden\b/,
  ],

  [
    'identity',
    0.98,
    /\b(?:bist du|sind sie|seid ihr|ist das)\b.{0,20}\b(?:mensch|echt|bot|roboter|maschine|ki|computer|person|chatgpt)\b|\bwer bist du\b|\bwer sind sie\b|\bmit wem (?:spreche|schreibe|rede|chatte)\b|\bwie heisst du\b/,
  ],
  [
    'capabilities',
    0.95,
    /^(?:hilfe|(?:ich )?brauche hilfe|konnen sie (?:mir )?helfen|kannst du (?:mir )?helfen|ich hab(?:e)? (?:da )?(?:eine|noch eine) frage)\W*(?:bitte)?\W*$/,
  ],
  [
    'capabilities',
    0.95,
    /\bwas kannst du\b|\bwas konnen sie\b|\bwobei (?:kannst|konnen|konnt)\b|\bwie kannst du (?:mir )?helfen\b/,
  ],
  [
    'person',
    0.96,
    /\b(?:sprechen|reden|telefonieren|schreiben|chatten|verbinde\w*|kontakt|brauche|mochte|will)\b.{0,35}\b(?:mensch\w*|mitarbeiter\w*|berater\w*|jemand\w*|kundenservice|kundendienst|support|person|personlich|kolleg\w*|ansprechpartner\w*)\b/,
  ],
  [
    'person',
    0.96,
    /\b(?:mensch\w*|mitarbeiter\w*|berater\w*|jemand\w*|kundenservice|kundendienst|support|kolleg\w*|ansprechpartner\w*)\b.{0,30}\b(?:sprechen|reden|schreiben|verbinden|chatten|telefonieren|erreichen)\b/,
  ],
  [
    'person',
    0.9,
    /\b(?:echte[nrms]?|richtige[nrms]?) (?:mensch\w*|person|mitarbeiter\w*)\b|^(?:mensch|mitarbeiter|kundenservice|kundendienst|support)\W*$/,
  ],
  [
    'safety',
    0.97,
    /\ballergische? (?:reaktion|schock)|\ballergisch reagiert|\bverletzt\b|\bverletzung\w*|\bvergift\w*|\bverbrannt\b|\bkrankenhaus\b|\banwalt\w*|\bverklage\w*|\bbetrug\b|\bpolizei\b|\bruckbuchung\b/,
  ],
  [
    'privacy_request',
    0.96,
    /\b(?:losch\w*|export\w*|auskunft|herausgabe|kopie)\b.{0,35}\b(?:daten|konto|account)\b|\b(?:daten|konto|account)\b.{0,30}\b(?:losch\w*|export\w*)\b|\bdsgvo\b/,
  ],
  [
    'abuse',
    0.9,
    /\b(?:dumm\w*|idiot\w*|nutzlos\w*|scheiss\w*|arschloch|bescheuert\w*|fick\w*|halt die klappe|blod\w*|depp\w*|mistding)\b/,
  ],
  [
    'complaint',
    0.82,
    /\benttausch\w*|\bunverschamt\w*|\bfrechheit\b|\bschrecklich\w*|\bfurchtbar\w*|\bkatastroph\w*|\bbeschwer\w*|\bwutend\b|\bsauer\b|\babzocke\b|\bunzufrieden\b|\bschlechtester?\b/,
  ],
  [
    'off_topic',
    0.9,
    /\b(?:gedicht\w*|witz\w*|wetter|wahl(?:en)?|politik\w*|prasident\w*|hausaufgabe\w*|aufsatz|lied|horoskop|javascript|python|hauptstadt|sinn des lebens|fussball\w*|borse|religion|gott|rezept fur|ubersetz\w*)\b|\bwas ist \d+ ?[-+*x/] ?\d+/,
  ],

  [
    'cancel_order',
    0.9,
    /\bstornier\w*|\bstorno\b|\bbestellung\b.{0,25}\b(?:abbrechen|zuruckziehen|widerrufen|canceln|kundigen)\b/,
  ],
  [
    'change_order',
    0.92,
    /\b(?:lieferadresse|adresse|anschrift|bestellung)\b.{0,45}\b(?:ander\w*|korrigier\w*|aktualisier\w*|anpassen|falsch\w*)\b|\b(?:ander\w*|korrigier\w*|aktualisier\w*|falsche)\b.{0,30}\b(?:lieferadresse|adresse|anschrift|bestellung)\b/,
  ],
  [
    'change_order',
    0.93,
    /\b(?:zu|zur|aus|in) (?:meiner |der )?bestellung\b.{0,20}\b(?:hinzufug\w*|dazu|erganz\w*|entfern\w*|herausnehm\w*)\b/,
  ],
  [
    'start_return',
    0.9,
    /\b(?:mochte|will|wurde gern\w*|muss|wollte)\b.{0,50}\b(?:zuruckgeb\w*|zuruckschick\w*|zurucksend\w*|retournier\w*|umtausch\w*)\b|\b(?:retoure|rucksendung|ruckgabe) (?:anmelden|starten|anlegen)\b/,
  ],
  ['start_return', 0.55, /\b(?:zuruckgeb\w*|zuruckschick\w*|retoure)\b.{0,30}\b(?:bestellung|\d{4,})\b/],
  [
    'list_orders',
    0.93,
    /\bmeine (?:letzten |bisherigen |alle )?bestellungen\b|\bbestellubersicht\b|\bbestellhistorie\b/,
  ],
  [
    'order_status',
    0.92,
    /\bwo\b.{0,20}\b(?:bestellung|paket|lieferung|sendung|ware|packchen)\b|\b(?:bestellung|paket|lieferung|sendung)\b.{0,20}\b(?:status|stand)\b|\b(?:status|stand)\b.{0,25}\b(?:bestellung|paket|lieferung|sendung|retoure|ruckgabe)\b/,
  ],
  [
    'order_status',
    0.85,
    /\b(?:wurde|ist|wann|wird|kommt|hat)\b.{0,30}\b(?:bestellung|paket|sendung)\b.{0,30}\b(?:zugestellt|verschickt|versendet|versandt|geliefert|angekommen|an|unterwegs|raus|ankommen)\b|\bwann kommt (?:mein|meine)\b/,
  ],
  ['order_status', 0.88, /\bsendungsverfolgung\b|\bsendungsnummer\b|\btracking\w*|\bverfolgen\b|\btracken\b/],
  ['policy', 0.75, /\b(?:paket|lieferung|sendung)\b.{0,25}\b(?:verspatet|verloren|verschwunden)\b/],
  ['order_status', 0.6, /\b(?:bestellung|bestellnummer|paket)\b/],

  ['gift_card_balance', 0.4, /\bgeschenk(?:karte|gutschein)\w*|\bgutscheinkarte\w*/],
  [
    'gift_card_balance',
    0.55,
    /\bguthaben\b|\b(?:noch|wie viel|wieviel)\b.{0,15}\b(?:auf|drauf)\b|\brestwert\b|\bsaldo\b/,
  ],
  ['points', 0.8, /\b(?:treue|bonus)?punkte\w*\b|\btreueprogramm\b|\bbonusprogramm\b/],
  ['points', 0.6, /\bwie ?viele \w+ habe ich\b(?! zeit)/],
  [
    'discount_code',
    0.82,
    /\b(?:rabatt|gutschein|aktions|promo)-?\s?codes?\b|\brabatte?\b|\bgutscheine?\b|\bcoupons?\b/,
  ],
  [
    'discount_code',
    0.6,
    /\bcodes?\b|\b\d{1,2} ?(?:%|prozent) (?:rabatt|nachlass|billiger)\b|\bnachlass\b|\bbilliger\b/,
  ],
  ['discount_code', 0.3, /\b(?:gilt|gultig|funktioniert|geht|einlosen|verwenden|nutzen)\b/],
  [
    'add_to_cart',
    0.96,
    /\b(?:leg\w*|pack\w*|tu\w*|nimm|fug\w*|hinzufugen|steck\w*)\b.{0,90}\b(?:warenkorb|einkaufswagen|korb)\b|\b(?:warenkorb|einkaufswagen|korb)\b.{0,25}\b(?:legen|packen|hinzufugen|tun)\b/,
  ],
  ['add_to_cart', 0.8, /\b(?:den|die|das) nehme ich\b|\bich nehme\b/],
  [
    'remove_from_cart',
    0.95,
    /\b(?:warenkorb|einkaufswagen)\b.{0,30}\b(?:entfern\w*|losch\w*|nehmen|raus\w*)\b|\b(?:entfern\w*|losch\w*|nimm)\b.{0,60}\baus (?:dem|meinem) (?:warenkorb|einkaufswagen)\b/,
  ],
  [
    'show_cart',
    0.88,
    /\b(?:was|zeig\w*|sehen|anzeigen|anschauen)\b.{0,25}\b(?:warenkorb|einkaufswagen)\b|^(?:mein )?warenkorb\W*$/,
  ],
  [
    'compare',
    0.95,
    /\bvergleich\w*|\bunterschied\w*\b|\bvs\b|\bversus\b|\bwas ist besser\b|\bwelche[rs]? ist besser\b/,
  ],

  [
    'policy',
    0.9,
    /\bzoll\w*|\babhol\w*|\bselbst abholen\b|\bam selben tag\b|\bwann (?:verschickt|versendet|versenden|verschicken)\b|\bpaketdienst\b|\bversanddienst\w*|\bspedition\b/,
  ],
  [
    'shipping_rates',
    0.9,
    /\bversandkosten\w*|\blieferkosten\b|\bporto\b|\b(?:versand|lieferung|zustellung)\b.{0,35}\b(?:kost\w*|teuer|frei|gratis|umsonst|preis\w*)\b|\b(?:kost\w*|teuer|gratis)\b.{0,20}\b(?:versand|lieferung|zustellung)\b|\bversandkostenfrei\b/,
  ],
  [
    'shipping_rates',
    0.85,
    /\bwie (?:lange|schnell)\b.{0,30}\b(?:lieferung|versand|liefer\w*|zustellung|dauert es)\b|\blieferzeit\w*|\bversanddauer\b/,
  ],
  [
    'shipping_rates',
    0.8,
    /\b(?:liefert|liefern|verschickt|verschicken|versendet|versenden|schickt|schicken|versand|lieferung|sendet)\b.{0,20}\b(?:nach|in die|in den|ins)\b/,
  ],
  ['shipping_rates', 0.65, /\bexpress\w*|\bversand\b|\blieferung\b/],
  [
    'return_policy',
    0.86,
    /\bruckgabe\w*|\brucksend\w*|\bretoure\w*|\bwiderruf\w*|\bumtausch\w*|\bzuruck(?:geb|schick|send)\w*|\bgeld zuruck\b|\berstatt\w*|\bgeld\b.{0,20}\bzuruck\b/,
  ],
  [
    'return_policy',
    0.85,
    /\b(?:kaputt\w*|defekt\w*|beschadigt\w*|zerbrochen\w*|falsche[rsn]? artikel|falsch geliefert)\b/,
  ],
  [
    'policy',
    0.85,
    /\bbezahl\w*|\bzahl(?:en|ung\w*|e)\b|\bpaypal\b|\bkreditkarte\w*|\brechnung\b|\bklarna\b|\bvorkasse\b|\b[ue]berweis\w*|\bratenzahlung\b|\bbitcoin\b|\blastschrift\b/,
  ],
  [
    'policy',
    0.86,
    /\b(?:datenschutz\w*|cookies?|impressum|agb|garantie|gewahrleistung|mehrwertsteuer|mwst|telefonnummer|offnungszeiten|anschrift|eure adresse|ihre adresse|adresse|meine daten|recht gilt)\b/,
  ],
  ['policy', 0.6, /\b(?:muss ich|darf ich|ab welchem alter)\b/],

  [
    'product_options',
    0.85,
    /\bwelche[nrms]?\b.{0,12}\b(?:grossen?|farben?|varianten?|ausfuhrungen?|formate?|langen?)\b|\bin welchen\b/,
  ],
  [
    'product_stock',
    0.78,
    /\blieferbar\b|\bvorratig\b|\bauf lager\b|\bverfugbar\w*|\bausverkauft\b|\bgibt es\b.{0,50}\bnoch\b|\b(?:gibt es|habt ihr|haben sie)\b.{0,60}\bin (?:grosse )?[a-z0-9]+\W*$|\bnoch da\b|\bwie viele\b.{0,30}\b(?:noch|habt|haben)\b/,
  ],
  [
    'product_facts',
    0.75,
    /\bmaterial\w*|\bworaus\b|\baus was\b|\bwasch\w*|\bpfleg\w*|\binhaltsstoffe\b|\bzutaten\b|\benthalt\b|\bmasse\b|\babmessung\w*|\bwie (?:gross|schwer|breit|hoch|lang)\b|\bwie viele (?:seiten|personen|teile)\b|\bfasst\b|\bgewicht\b|\berzahl\w* mir (?:mehr |etwas )?(?:uber|von)\b|\bspulmaschine\w*|\bmehr (?:uber|zu)\b|\bbeschreib\w*|\bgeeignet\b/,
  ],
  [
    'product_price',
    0.62,
    /\bwas kost\w*|\bwie teuer\b|\bpreise?\b|\bwie ?viel kost\w*|\bkostet\b|\bkosten\b|\breduziert\b|\bim angebot\b/,
  ],
  [
    'product_search',
    0.58,
    /\bhabt ihr\b|\bhaben sie\b|\bhast du\b|\bverkauft ihr\b|\bverkaufen sie\b|\bsuche\w*\b|\bzeig\w* mir\b|\bfuhrt ihr\b|\bfuhren sie\b|\bgibt es\b|\bbrauche\b|\bempfehl\w*|\bgeschenkidee\w*|\bgeschenk fur\b|\bich (?:mochte|will|hatte gern\w*) (?:ein\w* )|\bkaufen\b|\bwelche \w+ (?:habt|gibt|haben)\b/,
  ],

  ['goodbye', 0.75, /\b(?:tschuss|auf wiedersehen|ciao|bis bald|bis dann|schonen (?:tag|abend))\b/],
  ['thanks', 0.7, /\b(?:danke\w*|vielen dank|dankeschon|merci|besten dank)\b/],
  ['greeting', 0.55, /^(?:hallo|hi|hey|moin|servus|guten (?:tag|morgen|abend)|gruss gott|gruezi)\b/],
]
