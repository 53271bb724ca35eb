-- Until when somebody outside expects an answer, such as a bank that decides a dispute.
alter table tickets add column due_at timestamptz;

-- As a rank like those of the other lists: what is due first has the highest; then those without a date, by their last message.
create index tickets_due_idx on tickets (environment_id, (case
  when due_at is null then updated_rank - 9000000000000
  else 9000000000000 - (extract(epoch from due_at at time zone 'UTC') * 1000)::bigint end) desc, id desc, category);
create index tickets_due_at_idx on tickets (environment_id, due_at) where due_at is not null;

create or replace view ticket_details as
select tickets.environment_id, tickets.id, number, subject, channel, status_id, ticket_statuses.name as status_name,
  tickets.category, priority, customer_id, requester_email, requester_name, assignee_id, team_id, follower_ids, mentioned_ids,
  tags, custom_fields, order_ids, mailbox_id, snoozed_until, waiting_since, first_responded_at, resolved_at, last_message_id,
  last_message_at, last_message_kind, last_message_preview, message_count, reopened_count, merged_into_id, split_from_id,
  follow_up_of_id, is_spam, search, version, tickets.created_at, updated_at, created_rank, updated_rank, waiting_rank,
  priority_rank, due_at, case
    when due_at is null then updated_rank - 9000000000000
    else 9000000000000 - (extract(epoch from due_at at time zone 'UTC') * 1000)::bigint end as due_rank
from tickets
join ticket_statuses on ticket_statuses.environment_id = tickets.environment_id and ticket_statuses.id = tickets.status_id;
