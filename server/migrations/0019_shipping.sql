-- The jsonb columns have the shape that the price calculation reads (`pricing/rules.ts`).

create table shipping_zones (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  name text not null check (length(name) between 1 and 100),
  -- [{"country": "AT", "postalCodes": ["10*"]}]
  areas jsonb not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);

create table shipping_profiles (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  name text not null check (length(name) between 1 and 100),
  is_default boolean not null,
  items jsonb not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
);
create unique index shipping_profiles_default_idx on shipping_profiles (environment_id) where is_default;

create table shipping_rates (
  environment_id uuid not null references environments,
  id text collate "C" not null,
  type text not null check (type in ('shipping', 'pickup')),
  zone_id text collate "C",
  location_id text collate "C",
  profile_id text collate "C" not null,
  service text not null check (length(service) between 1 and 50),
  title text not null check (length(title) between 1 and 100),
  description text not null,
  price jsonb not null,
  -- {"EUR": 5000}
  free_from jsonb,
  min_days integer check (min_days >= 0),
  max_days integer check (max_days >= min_days),
  position integer not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, zone_id) references shipping_zones on delete cascade,
  foreign key (environment_id, profile_id) references shipping_profiles on delete cascade,
  foreign key (environment_id, location_id) references locations,
  check ((type = 'pickup') = (zone_id is null)),
  check ((type = 'pickup') = (location_id is not null))
);
-- A buyer chooses a service, so a profile has one rate per service and zone.
create unique index shipping_rates_service_idx on shipping_rates (environment_id, profile_id, service, zone_id) nulls not distinct;
create index shipping_rates_zone_id_idx on shipping_rates (environment_id, zone_id);
create index shipping_rates_location_id_idx on shipping_rates (environment_id, location_id);

-- Services that return live rates. The secret signs our requests; it is encrypted, because its owner could impersonate us.
create table shipping_carriers (
  environment_id uuid not null references environments,
  name text not null check (name ~ '^[a-z0-9-]{2,50}$'),
  url text not null,
  sealed_secret text not null,
  updated_at timestamptz not null,
  primary key (environment_id, name)
);
