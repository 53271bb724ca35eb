-- Whether each SKU belongs to one variant only. Off by default: shops may sell one thing under two names.
alter table environments add column unique_skus boolean not null default false;
