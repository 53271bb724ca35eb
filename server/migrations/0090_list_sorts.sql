-- Lists of the dashboard by column: orders by total, products by title.
create index orders_total_idx on orders (environment_id, total, id);
create index products_title_idx on products (environment_id, title, id);
