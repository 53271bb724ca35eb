import type { Ctx } from '../ctx.ts'
import { createArticle, publishArticle } from '../modules/articles/articles.ts'
import type { NewArticle } from '../modules/articles/schemas.ts'

/** Must match the policies, shipping rates, promotions and loyalty program of the shop. */
export const ARTICLES: NewArticle[] = [
  {
    title: 'Delivery times and costs',
    handle: 'delivery-times-and-costs',
    category: 'Shipping',
    tags: ['express', 'postage', 'customs', 'countries'],
    body: `We ship from our warehouse in Oak Yard. Orders placed before noon on a business day leave the same day.

## How much does shipping cost, and how long does it take?

| Destination | Standard | Express | Free standard delivery from |
|---|---|---|---|
| Germany, Austria | €4.90, 1–2 business days | €9.90, 1 business day | €50 |
| Other countries of the European Union | €7.90, 2–5 business days | €16.90, 1–2 business days | €50 |
| Rest of the world | from €12.90, 5–9 business days | not available | €180 |

Outside the European Union the price depends on the weight: €12.90 up to 2 kg, €24.90 up to 10 kg and €49.90 up to 30 kg. The cart shows the exact price as soon as you enter your address.

## Do you ship abroad?

Yes, worldwide. Outside the European Union, for example in Switzerland, Norway, the United Kingdom or the United States, you pay customs duties and import taxes to the carrier.

## Large items

Tents, rugs and tables come with a carrier who calls ahead to agree on a day.`,
  },
  {
    title: 'Where is my parcel?',
    handle: 'where-is-my-parcel',
    category: 'Shipping',
    tags: ['tracking', 'late', 'lost'],
    body: `You get an email with a tracking link as soon as your parcel ships. The carrier needs a few hours until the link shows its first entry.

## My parcel is late

Wait until it is three days late, then contact us: we look for it together with the carrier. If it is lost, we send everything again or refund it, as you prefer.

## One item is missing

Large orders may come in several parcels. Your order shows which items are in which parcel. If everything has arrived and something is missing, write to us with your order number.

## Nobody was at home

The carrier leaves a note and tries again on the next business day, or takes the parcel to a pickup point near you.`,
  },
  {
    title: 'Pick up your order at Hazel Street',
    handle: 'pick-up-at-hazel-street',
    category: 'Shipping',
    tags: ['store', 'collect', 'click and collect'],
    body: `Choose **Pick up at Hazel Street** at checkout. Pickup is free.

Your order is usually ready in two hours. We email you when it is: please wait for that email before you come. Bring your order number; someone else may pick it up for you if they have it, too.

We keep your order for ten days. Then we cancel it and refund you.`,
  },
  {
    title: 'How to return an item',
    handle: 'how-to-return-an-item',
    category: 'Returns',
    tags: ['send back', 'return label', 'refund'],
    body: `You have **30 days** from delivery to change your mind. Returns are free within the European Union.

## Step by step

1. Tell us your order number and which items you want to return: in the chat, or by email to [hello@hazel-and-oak.example](mailto:hello@hazel-and-oak.example).
2. We email you a return label.
3. Pack the items as you received them: unworn, unwashed and with their tags.
4. Stick the label on the box and hand it in at the carrier.

## When do I get my money back?

Within five business days after the package arrives. We refund the payment method you paid with. If you prefer, you get store credit instead.

## What can’t be returned?

Food, coffee and tea once shipped, soap and cosmetics once opened, gift cards, and furniture made to measure.

## Returns from outside the European Union

We email you a label for these, too, but you pay for it. Write to us first, and we tell you the price.`,
  },
  {
    title: 'Exchange for another size or color',
    handle: 'exchange-for-another-size',
    category: 'Returns',
    tags: ['swap', 'too small', 'too big', 'sizing'],
    body: `Write to us within 30 days of delivery with your order number and the size or color you would like instead. We reserve it for you and send it as soon as your return is on its way. Within the European Union, both ways are free.

If the new item costs more, you pay the difference. If it costs less, we refund it.

## Which size fits?

Our clothes are true to size. Between two sizes, take the smaller one for knitwear and the larger one for jackets. Each product page lists the measurements.`,
  },
  {
    title: 'Something arrived broken or wrong',
    handle: 'broken-or-wrong-item',
    category: 'Returns',
    tags: ['damaged', 'defective', 'faulty', 'warranty'],
    body: `We are sorry. Send us a photo and your order number within **14 days**. We replace or refund it, whichever you prefer, and you keep the pieces.

## It broke later

You have your statutory rights for two years. Tell us what happened, with a photo, and we find a solution.`,
  },
  {
    title: 'Change or cancel an order',
    handle: 'change-or-cancel-an-order',
    category: 'Orders and payment',
    tags: ['cancellation', 'address', 'mistake'],
    body: `Orders leave our warehouse quickly, so please tell us as soon as you can.

## Cancel an order

As long as nothing has shipped, you can cancel the order: in the chat, or by email with your order number. We release or refund your payment at once. Once it has shipped, it can’t be canceled any more; send it back instead.

## Wrong address or item

Did you enter the wrong address? Before the order ships, we can correct the address. To change items, cancel the order and place a new one: that is faster and you keep the current prices.`,
  },
  {
    title: 'Payment and invoices',
    handle: 'payment-and-invoices',
    category: 'Orders and payment',
    tags: ['credit card', 'pay', 'receipt', 'bill'],
    body: `You can pay by card, with gift cards, with Acorns and with store credit, and combine them. We charge cards only when the goods ship. All prices include value added tax where it is due.

You pay in euros, US dollars or British pounds: choose the currency before you check out.

## Where is my invoice?

In your account, under Orders. If you ordered without an account, write to us and we email it to you.

## My payment was declined

Check the card number and its limit, or use another card. Your bank may ask you to confirm the payment in its app. Nothing is charged for a payment that was declined.`,
  },
  {
    title: 'Discount codes and offers',
    handle: 'discount-codes-and-offers',
    category: 'Orders and payment',
    tags: ['coupon', 'promo code', 'voucher', 'newsletter', 'student'],
    body: `Enter a code in the cart, before you check out.

- **WELCOME10**: 10% off an order, once per customer. It can be combined with the offers below.
- **Codes for friends** start with FRIEND-: €15 off orders from €60. They can’t be combined with other discounts on the order or its items.

## Offers without a code

- Free standard delivery within the European Union on orders from €50
- Buy two pairs of socks and get a third one free
- 5% off from 3 packs of coffee, 12.5% off from 6 packs
- A free lavender soap with orders from €120

## My code does not work

Check the spelling and whether you used it before: most codes are valid once per customer. SUMMER20 and other codes of past sales have expired.`,
  },
  {
    title: 'Gift cards',
    handle: 'gift-cards',
    category: 'Orders and payment',
    tags: ['voucher', 'present', 'balance', 'gift certificate'],
    body: `Gift cards are available for €25, €50 and €100. We send them by email within minutes of payment, and they are valid for three years.

## Use a gift card

Enter the code at checkout. What is left stays on the card for your next order, and you may use several cards for one order.

## Check the balance

Tell the chat the complete code of the card and it shows you the balance. Treat the code like cash: whoever has it can spend it.

Gift cards can’t be returned or paid out.`,
  },
  {
    title: 'Acorns, our loyalty points',
    handle: 'acorns-loyalty-points',
    category: 'Orders and payment',
    tags: ['loyalty', 'rewards', 'points', 'bonus program'],
    body: `You collect one Acorn for each euro you spend. One Acorn is worth one cent.

## How to collect more

- 50 Acorns for a review with photos, up to ten times
- 100 Acorns on your birthday

## How to use them

From 100 Acorns on, you can pay with them at checkout. Or exchange them for a reward:

- 500 Acorns: €5 off your next order
- 1,000 Acorns: a €12 gift card

## Why are my Acorns pending?

New Acorns become available after 14 days. If you return the order, its Acorns are deducted. Acorns do not expire.`,
  },
  {
    title: 'How to care for linen, wool and cast iron',
    handle: 'care-instructions',
    category: 'Products',
    tags: ['wash', 'washing', 'laundry', 'clean', 'iron'],
    body: `The care label and the product page come first. In general:

## Linen and cotton

Wash linen at 30 °C and cotton at 40 °C, inside out. Hang linen up while it is damp, and it needs no ironing.

## Wool

Wool cleans itself in fresh air. If you must wash it: wool cycle, cold, mild detergent, and dry it flat. Never put wool into the tumble dryer.

## Cast iron

Keep the pan away from the dishwasher. Wipe it out with hot water and a brush, dry it at once and rub it with a drop of oil.`,
  },
  {
    title: 'Versand und Lieferzeiten',
    handle: 'versand-und-lieferzeiten',
    locale: 'de',
    category: 'Hilfe auf Deutsch',
    tags: ['Versandkosten', 'Lieferung', 'Express', 'Paket', 'Zoll'],
    body: `Bestellungen, die an einem Werktag vor 12 Uhr eingehen, verlassen unser Lager am selben Tag.

## Was kostet der Versand, und wie lange dauert er?

| Ziel | Standard | Express | Kostenloser Standardversand ab |
|---|---|---|---|
| Deutschland, Österreich | 4,90 €, 1–2 Werktage | 9,90 €, 1 Werktag | 50 € |
| Übrige Europäische Union | 7,90 €, 2–5 Werktage | 16,90 €, 1–2 Werktage | 50 € |
| Übrige Welt | ab 12,90 €, 5–9 Werktage | nicht verfügbar | 180 € |

Außerhalb der Europäischen Union, zum Beispiel in der Schweiz, zahlen Sie anfallende Zölle und Einfuhrsteuern.

## Sendung verfolgen

Sobald Ihr Paket unterwegs ist, erhalten Sie per E-Mail einen Link zur Sendungsverfolgung. Ist es mehr als drei Tage verspätet, melden Sie sich bei uns: Wir suchen es.

## Abholung

In der Hazel Street holen Sie Ihre Bestellung kostenlos ab. Meist ist sie nach zwei Stunden bereit.`,
  },
  {
    title: 'Rückgabe und Erstattung',
    handle: 'rueckgabe-und-erstattung',
    locale: 'de',
    category: 'Hilfe auf Deutsch',
    position: 1,
    tags: ['Retoure', 'Widerruf', 'Umtausch', 'Geld zurück'],
    body: `Sie können Artikel innerhalb von **30 Tagen** nach der Lieferung ohne Angabe von Gründen zurückgeben. Innerhalb der Europäischen Union ist die Rückgabe kostenlos.

## So senden Sie etwas zurück

1. Nennen Sie uns Ihre Bestellnummer und die Artikel: im Chat oder per E-Mail an [hello@hazel-and-oak.example](mailto:hello@hazel-and-oak.example).
2. Wir senden Ihnen ein Rücksendeetikett per E-Mail.
3. Senden Sie die Artikel so zurück, wie Sie sie erhalten haben: ungetragen, ungewaschen und mit Etikett.

## Wann erhalte ich mein Geld?

Innerhalb von fünf Werktagen, nachdem das Paket bei uns eingetroffen ist, mit der Zahlungsart Ihrer Bestellung. Sie können auch eine andere Größe oder ein Guthaben wählen.

## Was ist ausgeschlossen?

Lebensmittel, Kaffee und Tee nach dem Versand, geöffnete Seife und Kosmetik, Geschenkkarten sowie Möbel nach Maß.

## Beschädigt oder falsch geliefert?

Senden Sie uns innerhalb von 14 Tagen ein Foto. Wir ersetzen oder erstatten den Artikel, wie Sie möchten.`,
  },
]

/** Published, as visitors and the assistant read them. */
export async function loadArticles(ctx: Ctx): Promise<void> {
  for (const article of ARTICLES) {
    const { id } = await createArticle(ctx, article)
    await publishArticle(ctx, id, undefined)
  }
}
