-- Without a row `DEFAULT_TAX_SETTINGS` in `pricing/rules.ts` apply: prices include tax, shipping is taxed at the highest rate in the
-- cart, and each item is rounded.
create table tax_settings (
  environment_id uuid not null references environments,
  prices_include_tax boolean not null,
  shipping_tax text not null check (shipping_tax in ('class', 'highest', 'none')),
  rounding text not null check (rounding in ('item', 'order')),
  -- {"country": "AT", "region": null}: applies until the buyer's address is known.
  default_address jsonb,
  version integer not null,
  updated_at timestamptz not null,
  primary key (environment_id)
);

create table tax_regions (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  area jsonb not null,
  -- [{"class": "standard", "name": "VAT", "millionths": 200000}]
  rates jsonb not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
-- Areas are stored sorted, so that equal areas have equal texts. By hash, since an index entry cannot hold a long text.
create unique index tax_regions_area_idx on tax_regions (environment_id, md5(area::text));

-- The service that calculates the taxes of a checkout instead of the regions. The secret signs our requests; it is
-- encrypted.
create table tax_engines (
  environment_id uuid not null references environments,
  url text not null,
  sealed_secret text not null,
  updated_at timestamptz not null,
  primary key (environment_id)
);
