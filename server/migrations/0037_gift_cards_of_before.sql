-- A gift card that the shop has handed over itself: orders that were paid before the server issued cards get none from it,
-- whatever happens to them later. Drafts and what was not paid yet do, as any order does.
alter table order_lines add column handed_over boolean not null default false;

update order_lines as line set handed_over = true
from orders
where orders.environment_id = line.environment_id and orders.id = line.order_id
  and (line.facts ->> 'isGiftCard')::boolean
  and orders.status <> 'draft' and orders.payment_status not in ('pending', 'authorized', 'partially_paid')
  and not exists (
    select from gift_cards
    where gift_cards.environment_id = line.environment_id and gift_cards.order_id = line.order_id
      and gift_cards.order_line = line.id
  );
