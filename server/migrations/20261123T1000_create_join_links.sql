-- Links by which several people open accounts: on a poster in the office, in its group of messages.
create table join_links (
  id uuid primary key,
  -- SHA-256 of the token, by which a visitor's link is found.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- The token under the key that lies beside the data, so that admins can be shown the link again.
  token_sealed bytea not null check (length(token_sealed) > 28),
  label text not null check (label <> ''),
  -- Nobody becomes an admin by a link that hangs on a wall.
  role text not null check (role in ('agent', 'manager')),
  -- Null: addresses of any domain.
  domain text check (domain = lower(domain) and domain <> ''),
  max_uses integer check (max_uses > 0),
  uses integer not null default 0 check (uses >= 0),
  ends_at timestamptz,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  check (uses <= max_uses)
);
create index join_links_created_at_idx on join_links (created_at, id);
create index join_links_created_by_idx on join_links (created_by);

-- An address takes one place of a link, however often it comes, and whether or not it had an account: the
-- number that is left must not tell.
create table join_link_uses (
  link_id uuid not null references join_links on delete cascade,
  -- SHA-256: whoever had an account before has not joined, and nobody has to know who tried.
  address_hash bytea not null check (length(address_hash) = 32),
  -- Null: the address had an account already.
  user_id uuid references users on delete cascade,
  joined_at timestamptz not null default now(),
  primary key (link_id, address_hash)
);
create index join_link_uses_user_id_idx on join_link_uses (user_id);
