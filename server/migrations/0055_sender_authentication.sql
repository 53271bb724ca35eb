-- What a trusted mail server found about the sender of a received email (RFC 8601).
alter table ticket_messages add column sender_authentication json;

create or replace view ticket_message_details as
select environment_id, id, ticket_id, moved_from_ticket_id, kind, author_type, author_id, author_name, author_email, text,
  visible_text, html, is_automatic, mentioned_ids, recipients_to, recipients_cc, mailbox_id, email_message_id,
  delivery_status, delivery_error, send_at, client_message_id, created_at,
  coalesce((
    select json_agg(json_build_object(
      'id', attachment.id, 'name', name, 'contentType', content_type, 'sizeBytes', size_bytes, 'inline', is_inline,
      'contentId', content_id
    ) order by attachment.id)
    from ticket_attachments as attachment
    where attachment.environment_id = ticket_messages.environment_id and attachment.message_id = ticket_messages.id
      and is_stored
  ), '[]') as attachments,
  sender_authentication
from ticket_messages;
