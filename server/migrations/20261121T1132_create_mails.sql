-- Every mail to a person. The text is made when it is sent: what stands here holds no secret.
create table mails (
  id uuid primary key,
  kind text not null check (kind <> ''),
  to_email text not null,
  subject text not null,
  -- What the template fills in, such as the name of who invites.
  data jsonb not null default '{}',
  user_id uuid references users on delete set null,
  -- No foreign key: the row tells of a mail whose link was used or replaced, too.
  link_id uuid,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  -- Until then one node is busy with it.
  claimed_until timestamptz,
  sent_at timestamptz,
  check ((status = 'sent') = (sent_at is not null))
);
create index mails_created_at_idx on mails (created_at desc, id desc);
create index mails_status_idx on mails (status, created_at desc);
create index mails_queued_idx on mails (next_attempt_at) where status = 'queued';
create index mails_user_id_idx on mails (user_id);
create index mails_link_id_idx on mails (link_id);
