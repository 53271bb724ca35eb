-- The currencies in which a product has prices. A column of its own: an index on an expression of `prices` would make every change
-- of a price write all indexes of the row.
alter table listings add column currencies text[] not null default '{}';
