-- One row per cart, read and written as a whole and priced in memory (decision 15). The fillfactor leaves room for
-- updates in place, and the TOAST target keeps a compressed cart of fifty items in the row: above 2 kB it was moved out
-- of the row with every change.
create table carts (
  environment_id uuid not null references environments,
  -- Unguessable: the only protection of the cart.
  id text collate "C" not null,
  version integer not null,
  -- The version of the last edit. A read that shows new totals raises `version` only: a checkout ends when its cart is
  -- edited, not when it is read.
  edited_version integer not null,
  status text not null check (status in ('open', 'completed', 'expired')),
  currency text not null check (length(currency) = 3),
  -- The buyer's input (`carts/contents.ts`). `json`, because the database never reads it: parsing took as long as the rest.
  contents json not null,
  -- The parts of the contents that pricing looks up.
  variant_ids text[] not null,
  codes text[] not null,
  gift_card_ids text[] not null,
  customer_key text collate "C",
  -- Whose points pay; null: nobody's.
  points_customer_id text collate "C",
  order_id text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The day of the last edit, for pruning. An index on the time itself would change with every update.
  last_edited_on date not null,
  primary key (environment_id, id)
) with (fillfactor = 70, toast_tuple_target = 4080);
-- The carts of a customer.
create index carts_customer_key_idx on carts (environment_id, customer_key, created_at desc, id desc)
  where customer_key is not null;
create index carts_last_edited_on_idx on carts (last_edited_on, status);
