-- For each number of orders the least and the most that somebody spent: lists by one of them start where the other one's limit
-- can match (`listCustomers`).
create index customer_totals_orders_spent_idx on customer_totals (environment_id, currency, orders, spent);
