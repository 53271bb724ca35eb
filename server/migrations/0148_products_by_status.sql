-- no transaction
-- The orders of the lists of staff, for products of one status: drafts may be few of a large shop, or most of it archived.
create index concurrently if not exists products_status_idx on products (environment_id, status, id);
create index concurrently if not exists products_status_title_idx on products (environment_id, status, title, id);
create index concurrently if not exists products_status_updated_at_idx on products (environment_id, status, updated_at, id);
