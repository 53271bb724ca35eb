-- Whether a text shows the image. The hourly cleanup keeps it: the media library would search all texts for every page.
alter table files add column is_mentioned boolean not null default false;
-- Whether anything went through a checkout (`home/queries.ts`), however many orders were imported.
create index orders_checked_out_idx on orders (environment_id) where source in ('storefront', 'api', 'agent');
