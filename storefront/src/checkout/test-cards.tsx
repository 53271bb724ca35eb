/**
 * Payments are simulated until the shop connects Stripe. In a real shop, the fields of the payment provider's script go
 * here: they turn a card into a token like these, and the number never reaches the shop.
 */
const TEST_CARDS = [
  { token: 'pm_card_visa', title: 'Visa •••• 4242', text: 'Pays at once' },
  { token: 'pm_card_3ds', title: 'Visa •••• 3155', text: 'Asks you to confirm on the page of the bank (3-D Secure)' },
  { token: 'pm_card_declined', title: 'Visa •••• 0002', text: 'Is declined' },
]

export const DEFAULT_CARD = 'pm_card_visa'

export const TestCards = ({ token, onChange }: { token: string; onChange: (token: string) => void }) => (
  <fieldset className="options">
    <legend className="visually-hidden">Test card</legend>
    {TEST_CARDS.map((card) => (
      <label key={card.token} className="option">
        <input type="radio" name="card" checked={card.token === token} onChange={() => onChange(card.token)} />
        <span className="option-text">
          <strong>{card.title}</strong>
          <span className="small muted">{card.text}</span>
        </span>
      </label>
    ))}
  </fieldset>
)
