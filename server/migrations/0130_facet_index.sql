-- Bitmaps that count facets in milliseconds (decision 54). Only large shops have them.

-- What is indexed: products up to `built_through` while the index is being built, then all of them.
create table facet_indexes (
  environment_id uuid not null references environments,
  built_through text collate "C" not null,
  ready boolean not null,
  created_at timestamptz not null,
  primary key (environment_id)
);

-- The position of each product in the bitmaps; null when its product is gone and the position is free.
create table facet_ordinals (
  environment_id uuid not null references environments,
  ordinal integer not null,
  product_id text collate "C",
  primary key (environment_id, ordinal)
);
create unique index facet_ordinals_product_id_idx on facet_ordinals (environment_id, product_id);

-- The products whose bits may be outdated. Append only, so that writers of a product never wait for one another, and
-- whoever updates the bits deletes exactly the changes that it has read.
create table facet_changes (
  environment_id uuid not null references environments,
  product_id text collate "C" not null,
  id uuid not null,
  primary key (environment_id, product_id, id)
);

-- One bit per product, 8,192 products per row: larger rows would be stored out of line. Layer 0 describes products; layer
-- n describes the n-th variant of each product, so that filters that one variant must meet are combined within a layer.
create table facet_bitmaps (
  environment_id uuid not null references environments,
  -- active, vendor, type, tag, collection, option, available, variant, priced, price
  facet text collate "C" not null,
  -- For available and priced, the currency. For price, the currency and a binary digit of the amount: EUR:7.
  value text not null,
  layer integer not null,
  chunk integer not null,
  bits bit(8192) not null,
  primary key (environment_id, facet, value, layer, chunk)
) with (fillfactor = 70); -- Rows are rewritten often, and stay on their page if it has room.
create index facet_bitmaps_chunk_idx on facet_bitmaps (environment_id, chunk);

-- Amounts are in binary: `digits[i]` has a bit for each product whose amount has the binary digit `places[i]` set, from the
-- lowest place to the highest; a place without a bit is missing. These functions read no table (decision 52).
create function bits_at_least(places integer[], digits bit[], priced bit, minimum bigint) returns bit language plpgsql immutable as $$
declare
  none constant bit(8192) := 0::bit(8192);
  found bit(8192) := priced;
  next integer := 1;
begin
  if minimum <= 0 then return priced; end if;
  if places is null or minimum >> (places[array_length(places, 1)] + 1) > 0 then return none; end if;
  -- From the lowest digit: an amount is at least the minimum if its digit is higher, or equal and the rest is.
  for place in 0 .. places[array_length(places, 1)] loop
    if places[next] = place then
      if minimum >> place & 1 = 1 then found := found & digits[next]; else found := found | digits[next]; end if;
      next := next + 1;
    elsif minimum >> place & 1 = 1 then
      found := none;
    end if;
  end loop;
  return found;
end
$$;

create function bits_between(places integer[], digits bit[], priced bit, minimum bigint, maximum bigint)
returns bit language plpgsql immutable as $$
declare
  found bit(8192) := priced;
begin
  if minimum is not null then found := bits_at_least(places, digits, priced, minimum); end if;
  if maximum is not null then found := found & ~bits_at_least(places, digits, priced, maximum + 1); end if;
  return found;
end
$$;

-- The lowest or highest amount of these products; null without any.
create function extreme_amount(places integer[], digits bit[], among bit, is_highest boolean)
returns bigint language plpgsql immutable as $$
declare
  remaining bit(8192) := among;
  narrowed bit(8192);
  amount bigint := 0;
begin
  if among is null or bit_count(among) = 0 then return null; end if;
  for i in reverse coalesce(array_length(places, 1), 0) .. 1 loop
    if is_highest then narrowed := remaining & digits[i]; else narrowed := remaining & ~digits[i]; end if;
    if bit_count(narrowed) > 0 then
      remaining := narrowed;
      if is_highest then amount := amount | (1::bigint << places[i]); end if;
    elsif not is_highest then
      amount := amount | (1::bigint << places[i]);
    end if;
  end loop;
  return amount;
end
$$;
