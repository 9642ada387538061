-- One row that exists from the start: secrets of this installation and the lock for the first account.
create table installation (
  only_row boolean primary key default true check (only_row),
  csrf_key bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
);
insert into installation default values;

create table users (
  id uuid primary key,
  first_name text not null check (first_name <> ''),
  last_name text not null,
  name text not null generated always as (trim(first_name || ' ' || last_name)) stored,
  email text not null check (email = lower(email)),
  email_verified boolean not null default false,
  phone_number text,
  bio text,
  title text,
  role text not null default 'agent' check (role in ('agent', 'admin', 'manager')),
  status text not null default 'active' check (status in ('active', 'inactive', 'pending')),
  theme text not null default 'system' check (theme in ('light', 'dark', 'system')),
  -- Argon2id; null until the person has chosen a password.
  password_hash text,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deleted people are anonymised and stay, because records point at them.
  deleted_at timestamptz
);
create unique index users_email_key on users (email);
create index users_name_idx on users (lower(name), id);

-- The last active admin can't be demoted, deactivated or deleted, whoever asks and however many at once.
create function keep_an_active_admin() returns trigger language plpgsql as $$
begin
  if old.role = 'admin' and old.status = 'active' and old.deleted_at is null
     and (tg_op = 'DELETE' or new.role <> 'admin' or new.status <> 'active' or new.deleted_at is not null) then
    perform 1 from installation for update;
    if not exists (
      select from users where id <> old.id and role = 'admin' and status = 'active' and deleted_at is null
    ) then
      raise exception 'the last active admin must stay' using errcode = 'FD001';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger users_keep_an_active_admin before update or delete on users
  for each row execute function keep_an_active_admin();

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the token; the token itself is never stored.
  token_hash bytea not null unique check (length(token_hash) = 32),
  remember_me boolean not null,
  sign_in_method text not null check (sign_in_method in ('password')),
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);

-- A change of what a person may do waits for their calls in flight, which hold their sessions, and
-- later calls wait for it.
create function wait_for_calls_in_flight() returns trigger language plpgsql as $$
begin
  perform 1 from sessions where user_id = new.id for update;
  return new;
end $$;
create trigger users_wait_for_calls_in_flight before update of role, status, deleted_at on users
  for each row
  when ((old.role, old.status, old.deleted_at) is distinct from (new.role, new.status, new.deleted_at))
  execute function wait_for_calls_in_flight();

-- Counters that all nodes share and that a restart keeps.
create table rate_limits (
  bucket text primary key,
  hits integer not null,
  resets_at timestamptz not null
);
create index rate_limits_resets_at_idx on rate_limits (resets_at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FD002';
end $$;

create table audit_events (
  id uuid primary key,
  happened_at timestamptz not null default clock_timestamp(),
  -- Null where nobody was signed in. No foreign key: the trail outlives the person.
  actor_id uuid,
  actor_name text,
  action text not null,
  item_type text,
  item_id uuid,
  item_title text,
  details jsonb not null default '{}',
  ip text not null,
  user_agent text not null,
  request_id text not null
);
create index audit_events_happened_at_idx on audit_events (happened_at desc, id desc);
-- Where a person has signed in from, asked at each sign-in.
create index audit_events_sign_in_idx on audit_events (actor_id, happened_at) where action = 'sign_in';
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_change();
create trigger audit_events_no_truncate before truncate on audit_events
  for each statement execute function refuse_change();
