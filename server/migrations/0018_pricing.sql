-- Grows with every change of promotions, shipping or taxes. Carts read it with everything else, so that a server knows
-- whether the rules that it keeps in memory are still the ones that count.
create table pricing_versions (
  environment_id uuid not null references environments,
  version bigint not null,
  primary key (environment_id)
);

-- What is taxed alike; `none` is never taxed.
alter table products
  add column tax_class text not null default 'standard' check (tax_class ~ '^[a-z0-9-]{1,50}$'),
  -- Bought like anything else, but it is money in another form: neither discounted nor taxed.
  add column is_gift_card boolean not null default false;
