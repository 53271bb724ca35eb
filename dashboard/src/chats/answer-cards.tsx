import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '../ui/money.ts'
import type { ChatMessage } from './chats.ts'
import classes from './messages.module.css'

type Card = ChatMessage['cards'][number]

/** What the customer sees next to the text: products, the cart, an order. */
export function AnswerCards({ cards }: { cards: Card[] }) {
  return (
    <Group gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Cards">
      {cards.map((card) => (
        <li key={keyOf(card)} className={classes.card}>
          <CardText card={card} />
        </li>
      ))}
    </Group>
  )
}

function keyOf(card: Card): string {
  if (card.kind === 'product') return card.product.id
  return card.kind === 'cart' ? card.cart.id : `order ${card.order.number}`
}

function CardText({ card }: { card: Card }) {
  if (card.kind === 'product') {
    const { id, title, minPrice, available } = card.product
    return (
      <>
        <Anchor inherit fw={600} renderRoot={(props) => <Link to="/catalog/products/$id" params={{ id }} {...props} />}>
          {title}
        </Anchor>
        <Text size="xs" c="dimmed">
          {[minPrice && formatMoney(minPrice), available ? 'In stock' : 'Sold out'].filter(Boolean).join(' · ')}
        </Text>
      </>
    )
  }
  if (card.kind === 'cart') {
    const { items, total } = card.cart
    const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
    return <>{`Cart: ${count} ${count === 1 ? 'item' : 'items'}, ${formatMoney(total)}`}</>
  }
  const { number, total } = card.order
  return <>{`Order #${number}, ${formatMoney(total)}`}</>
}
