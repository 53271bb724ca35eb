-- Whoever accepts a link that was handed over has not shown that the mailbox is theirs.
alter table invitations add column handed_over boolean not null default true;

-- Earlier accounts count as verified, except those that were created from such a link.
update users set email_verified = true
where not exists (
  select from invitations
  join audit_entries on audit_entries.workspace_id = invitations.workspace_id
    and audit_entries.action = 'invitation.made'
    and audit_entries.subject = invitations.email
    and audit_entries.details ->> 'link' = 'handed out'
  where invitations.email = users.email and invitations.accepted_at = users.created_at
);

-- Names are a single line from now on.
update users set name = regexp_replace(name, '[[:cntrl:]]+', ' ', 'g') where name ~ '[[:cntrl:]]';
update environments set name = regexp_replace(name, '[[:cntrl:]]+', ' ', 'g') where name ~ '[[:cntrl:]]';
