set local lock_timeout = '10s';

-- What a program shows instead of signing in. It may what its owner may at that moment, of that what its scopes name.
create table api_keys (
  id uuid primary key,
  -- The middle part of the key, by which people tell one from another.
  public_id text not null unique check (public_id ~ '^[0-9A-Za-z]{12}$'),
  -- SHA-256 of the whole key: the key itself is told once, and kept nowhere.
  key_hash bytea not null unique check (length(key_hash) = 32),
  user_id uuid not null references users on delete cascade,
  name text not null check (name <> ''),
  scopes text[] not null check (cardinality(scopes) between 1 and 100),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- For good, before its time.
  ended_at timestamptz,
  ended_as text check (ended_as in ('revoked', 'owner_gone')),
  -- To the minute.
  last_used_at timestamptz,
  last_used_ip text,
  constraint api_keys_end check ((ended_at is null) = (ended_as is null)),
  constraint api_keys_expiry check (
    expires_at > created_at and expires_at <= created_at + interval '366 days'
  )
);
create index api_keys_created_at_idx on api_keys (created_at, id);
create index api_keys_user_id_idx on api_keys (user_id);

-- A change of what a person may do waits for the calls of their programs too.
create or replace function wait_for_calls_in_flight() returns trigger language plpgsql as $$
begin
  perform 1 from sessions where user_id = new.id for update;
  perform 1 from api_keys where user_id = new.id for update;
  return new;
end $$;

-- Whoever comes back makes new ones: nobody remembers what the old ones were given to.
create function end_api_keys_of_who_left() returns trigger language plpgsql as $$
begin
  update api_keys set ended_at = now(), ended_as = 'owner_gone'
  where user_id = new.id and ended_at is null;
  return null;
end $$;
create trigger users_end_api_keys after update of status, deleted_at on users
  for each row when (
    (new.status <> 'active' or new.deleted_at is not null)
    and (old.status, old.deleted_at) is distinct from (new.status, new.deleted_at)
  ) execute function end_api_keys_of_who_left();
