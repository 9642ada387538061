-- One-time links in mail: to accept an invitation, to verify an address, to choose a new password.
create table account_links (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('invite', 'verify', 'reset')),
  -- The address that the link was asked for; it opens nothing once the account has another.
  email text not null,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Only the newest of its kind counts.
  unique (user_id, purpose)
);
create index account_links_expires_at_idx on account_links (expires_at);
create index account_links_created_by_idx on account_links (created_by);

-- A link may have been written into more than one mail; the first use ends them all.
create table account_link_tokens (
  -- SHA-256; the token itself is never stored.
  token_hash bytea primary key check (length(token_hash) = 32),
  link_id uuid not null references account_links on delete cascade
);
create index account_link_tokens_link_id_idx on account_link_tokens (link_id);
