-- Of a collection by rule whose products are being added and removed: the products from this ID on have been evaluated. Null
-- when all have. Servers of the previous release evaluate new rules in the request, and ignore it.
alter table collections add column evaluated_down_to text collate "C";
