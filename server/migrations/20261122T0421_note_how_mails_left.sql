-- What a mail server took, and what became a file that nobody gets: a later change of SMTP_URL says nothing of
-- either. Null while a mail waits, and for mails from before.
alter table mails add column delivery text check (delivery in ('smtp', 'outbox'));
