-- Which unit of which line of an order has sold the card: one card for each, whoever tries and however often.
alter table gift_cards
  add column order_line text collate "C",
  add column order_unit integer check (order_unit >= 0),
  add constraint gift_cards_sold check (num_nonnulls(order_line, order_unit) = 0
    or num_nonnulls(order_id, order_line, order_unit) = 3);
create unique index gift_cards_of_unit on gift_cards (environment_id, order_id, order_line, order_unit)
  where order_line is not null;

alter table mail_templates
  drop constraint mail_templates_kind_check,
  add constraint mail_templates_kind_check check (kind in
    ('order_confirmation', 'order_shipped', 'order_refunded', 'gift_card'));

-- What a mail says is kept for a while only; that it was written, and what became of it, stays.
alter table mails
  drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in ('order_confirmation', 'order_shipped', 'order_refunded', 'gift_card')),
  alter column text drop not null,
  alter column html drop not null,
  -- What is put into the text on its way out and is not to be read here: encrypted, and gone once it is sent.
  add column secret text;
create index mails_to_forget on mails ((coalesce(sent_at, created_at))) where text is not null;
