-- What signs checkpoints. A key that is retired stays: its notes are still checked with it.
create table evidence_keys (
  id uuid primary key,
  -- The name in notes, the same for all keys of this installation.
  origin text not null check (origin ~ '^front-desk\.[0-9a-f]{16}$'),
  public_key bytea not null unique check (length(public_key) = 32),
  -- Under the key that lies beside the data, as the mail server's password is.
  sealed_private_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index evidence_keys_one_signs on evidence_keys ((true)) where retired_at is null;

-- Its row lock puts checkpoints in one order.
create table evidence_settings (
  only_row boolean primary key default true check (only_row),
  -- Who gets each day's checkpoint by mail.
  mail_to text[] not null default '{}' check (cardinality(mail_to) <= 10),
  revision integer not null default 1,
  updated_at timestamptz,
  updated_by uuid references users
);
insert into evidence_settings default values;

-- Signed notes about the chain of acknowledgments; see docs/evidence.md.
create table checkpoints (
  number integer primary key check (number >= 1),
  -- How many records it covers.
  size bigint not null check (size >= 0),
  root bytea not null check (length(root) = 32),
  head bytea not null check (length(head) = 32),
  -- Whole, without what witnesses added.
  note text not null,
  -- The roots of the full subtrees on the way to its end, largest first: the next one hashes only what came since.
  frontier bytea not null check (length(frontier) % 32 = 0),
  key_id uuid not null references evidence_keys,
  reason text not null check (reason in ('daily', 'pack', 'asked', 'rotation')),
  created_at timestamptz not null
);
create function keep_checkpoints_growing() returns trigger language plpgsql as $$
declare
  last record;
begin
  select number, size into last from checkpoints order by number desc limit 1;
  if new.number = coalesce(last.number, 0) + 1 and new.size >= coalesce(last.size, 0) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'FD002';
end $$;
create trigger checkpoints_grow before insert on checkpoints
  for each row execute function keep_checkpoints_growing();
create trigger checkpoints_append_only before update or delete on checkpoints
  for each row execute function refuse_change();
create trigger checkpoints_no_truncate before truncate on checkpoints
  for each statement execute function refuse_change();

-- What time authorities said of a checkpoint: RFC 3161 tokens, verified before they were kept.
create table checkpoint_tokens (
  number integer not null references checkpoints,
  authority text not null check (authority <> ''),
  token bytea not null,
  generated_at timestamptz not null,
  primary key (number, authority)
);

-- What witnesses added to a checkpoint, verified before it was kept.
create table checkpoint_cosignatures (
  number integer not null references checkpoints,
  witness text not null check (witness <> ''),
  line text not null,
  signed_at timestamptz not null,
  primary key (number, witness)
);

-- Who was mailed a checkpoint. The mails themselves are forgotten after a while.
create table checkpoint_mails (
  number integer not null references checkpoints,
  to_email text not null,
  mail_id uuid not null,
  primary key (number, to_email)
);

-- Why a checkpoint has no token or cosignature; what came later takes the line away.
create table checkpoint_failures (
  number integer not null references checkpoints,
  kind text not null check (kind in ('token', 'cosignature')),
  reason text not null,
  failed_at timestamptz not null default now(),
  primary key (number, kind)
);
