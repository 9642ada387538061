-- Links by which somebody without an account reads evidence for a while: an auditor, the other side's lawyer.
create table auditor_links (
  id uuid primary key,
  -- SHA-256 of the token: the token itself is told once, and kept nowhere.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Who is to read it.
  name text not null check (name <> ''),
  -- What it shows: all of these together; null does not narrow.
  user_id uuid references users,
  -- A policy or a test, of which neither is ever removed.
  item_id uuid,
  from_at timestamptz,
  to_at timestamptz,
  -- Whether it shows from which address and with what browser people acknowledged.
  includes_origin boolean not null,
  ends_at timestamptz not null,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  views integer not null default 0 check (views >= 0),
  last_viewed_at timestamptz,
  -- Never everything.
  constraint auditor_links_scope check (num_nonnulls(user_id, item_id, from_at) > 0),
  constraint auditor_links_range check ((from_at is null) = (to_at is null) and from_at < to_at),
  -- A day of 25 hours may be among them.
  constraint auditor_links_end check (ends_at > created_at and ends_at <= created_at + interval '90 days 2 hours')
);
create index auditor_links_created_at_idx on auditor_links (created_at, id);
create index auditor_links_created_by_idx on auditor_links (created_by);
create index auditor_links_user_id_idx on auditor_links (user_id) where user_id is not null;
