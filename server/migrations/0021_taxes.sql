-- No row: prices include tax, shipping is taxed as the line that is taxed most, each line is rounded (modules/taxes/taxes.ts).
create table tax_settings (
  environment_id uuid not null references environments,
  prices_include_tax boolean not null,
  shipping_tax text not null check (shipping_tax in ('class', 'highest', 'none')),
  rounding text not null check (rounding in ('line', 'order')),
  -- {"country": "AT", "region": null}: taken while the buyer's place is not known.
  default_place jsonb,
  version integer not null,
  updated_at timestamptz not null,
  primary key (environment_id)
);

create table tax_regions (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  place jsonb not null,
  -- [{"class": "standard", "name": "VAT", "millionths": 200000}]
  rates jsonb not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
-- Places are written sorted, so that the same one is the same text; its hash, since an index holds no long texts.
create unique index tax_region_of_place on tax_regions (environment_id, md5(place::text));

-- Who is asked for the taxes of a checkout in place of the regions. The secret signs the questions, and is sealed.
create table tax_engines (
  environment_id uuid not null references environments,
  url text not null,
  sealed_secret text not null,
  updated_at timestamptz not null,
  primary key (environment_id)
);
