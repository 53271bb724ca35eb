-- A read that shows the buyer other totals than the last response did is written down as a new version of the cart. This is the
-- version of the last edit: a checkout that is under way ends when its cart was edited, not when it was looked at. Null: nobody has
-- written the cart since this column exists, so its version is that of its last edit.
alter table carts add column edited_version integer;
