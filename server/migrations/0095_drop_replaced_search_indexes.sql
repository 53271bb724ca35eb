-- After everything else: nobody can read a table from the drop of its index until all migrations are committed, and the
-- indexes that replace these (0070) take long to build.
drop index if exists tickets_search_idx;
drop index if exists ticket_messages_text_idx;
drop index if exists leads_search_idx;
drop index if exists tickets_requester_email_idx;
