-- Who asked for it, as events name them: money is often told of later, by a job. Unknown of what was asked for before.
alter table order_refunds add column actor text;
alter table payment_deeds add column actor text;
