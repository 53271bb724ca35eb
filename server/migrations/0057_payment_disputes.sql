-- Disputes are a payment status of their own. `not valid`: the rows that are there keep to the narrower rule, so none are read.
alter table orders drop constraint orders_payment_status_check;
alter table orders add constraint orders_payment_status_check check (payment_status in
  ('pending', 'authorized', 'partially_paid', 'paid', 'partially_refunded', 'refunded', 'voided', 'disputed', 'charged_back'))
  not valid;

-- Orders whose dispute was heard of before, by the last word on each.
with heard as (
  select distinct on (environment_id, coalesce(data ->> 'disputeId', data ->> 'ref')) environment_id,
    data ->> 'orderId' as order_id, data ->> 'status' as status
  from events
  where type = 'payment.disputed' and data ? 'orderId'
  order by environment_id, coalesce(data ->> 'disputeId', data ->> 'ref'),
    (data ->> 'status') in ('lost', 'won', 'warning_closed', 'prevented') desc, id desc
), told as (
  select environment_id, order_id, bool_or(status not in ('lost', 'won', 'warning_closed', 'prevented')) as is_open,
    bool_or(status = 'lost') as is_lost
  from heard group by environment_id, order_id
)
update orders set payment_status = case when is_open then 'disputed' else 'charged_back' end
from told
where orders.environment_id = told.environment_id and orders.id = told.order_id and (is_open or is_lost);
