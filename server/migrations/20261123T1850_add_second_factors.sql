set local lock_timeout = '10s';

-- A code beside the password; who has no row here signs in as before.
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  -- With the key beside the data (platform/sealed-secrets.ts).
  sealed_secret bytea not null,
  -- Of the last code that was taken, in steps of 30 seconds: each next one is of a later step.
  last_step bigint not null,
  enabled_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Where no code is asked for; they end with the second factor.
create table trusted_browsers (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index trusted_browsers_user_id_idx on trusted_browsers (user_id);

-- Whoever has given the right password and is asked for a code.
create table sign_in_challenges (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  remember_me boolean not null,
  expires_at timestamptz not null
);
create index sign_in_challenges_user_id_idx on sign_in_challenges (user_id);

alter table settings
  add column second_factor_roles text[] not null default '{}'
    check (second_factor_roles <@ array['agent', 'manager', 'admin']),
  add column second_factor_grace_days integer not null default 14
    check (second_factor_grace_days between 0 and 90),
  -- Since when it is required of each of the roles.
  add column second_factor_since jsonb not null default '{}';

-- Whose hand took away the factor that there was; only a mailed link to choose a password ends that.
alter table users add column factor_origin text check (
  factor_origin in ('after_admin_factor_reset', 'after_operator_factor_reset')
);

alter table sessions
  drop constraint sessions_sign_in_method_check,
  add constraint sessions_sign_in_method_check check (
    sign_in_method in ('password', 'password_and_totp', 'password_and_recovery_code',
      'password_on_trusted_browser')
  ),
  drop constraint sessions_origin_check,
  add constraint sessions_origin_check check (
    origin in ('password', 'after_reset', 'after_admin_reset', 'after_invitation',
      'after_admin_invitation', 'after_operator', 'after_admin_factor_reset',
      'after_operator_factor_reset', 'not_recorded')
  ),
  -- From when on it opens nothing but the setting up of a second factor; null where none is missing. Kept
  -- here, so that the look-up of each call reads no further table.
  add column factor_due_at timestamptz;

-- By when somebody has to have a second factor; null where none is asked of them, or they have it.
create function second_factor_due_at(person uuid) returns timestamptz language sql stable as $$
  select greatest((second_factor_since ->> users.role)::timestamptz, users.created_at, users.role_since)
    + second_factor_grace_days * interval '1 day'
  from users cross join settings
  where users.id = person and second_factor_since ? users.role
    and not exists (select from second_factors where user_id = person)
$$;

create function date_second_factor_roles() returns trigger language plpgsql as $$
begin
  new.second_factor_since := (
    select coalesce(jsonb_object_agg(role, coalesce(old.second_factor_since -> role, to_jsonb(now()))), '{}')
    from unnest(new.second_factor_roles) as role
  );
  return new;
end $$;
create trigger settings_date_second_factor_roles before update of second_factor_roles on settings
  for each row execute function date_second_factor_roles();

create function date_all_sessions() returns trigger language plpgsql as $$
begin
  update sessions set factor_due_at = second_factor_due_at(user_id)
  where factor_due_at is distinct from second_factor_due_at(user_id);
  return null;
end $$;
create trigger settings_date_all_sessions after update on settings
  for each row when (
    (old.second_factor_since, old.second_factor_grace_days)
      is distinct from (new.second_factor_since, new.second_factor_grace_days)
  ) execute function date_all_sessions();

create function date_new_session() returns trigger language plpgsql as $$
begin
  new.factor_due_at := second_factor_due_at(new.user_id);
  return new;
end $$;
create trigger sessions_date_new_session before insert on sessions
  for each row execute function date_new_session();

create function date_sessions_of_role() returns trigger language plpgsql as $$
begin
  update sessions set factor_due_at = second_factor_due_at(user_id) where user_id = new.id;
  return null;
end $$;
create trigger users_date_sessions after update of role on users
  for each row when (old.role <> new.role) execute function date_sessions_of_role();

create function follow_second_factor() returns trigger language plpgsql as $$
declare
  person uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  update sessions set factor_due_at = second_factor_due_at(user_id) where user_id = person;
  if tg_op = 'DELETE' then
    delete from trusted_browsers where user_id = person;
  end if;
  return null;
end $$;
create trigger second_factors_follow after insert or delete on second_factors
  for each row execute function follow_second_factor();

-- What stood on the password before: half a sign-in, and browsers that were trusted with it.
create function end_what_the_password_opened() returns trigger language plpgsql as $$
begin
  delete from sign_in_challenges where user_id = new.id;
  delete from trusted_browsers where user_id = new.id;
  if new.deleted_at is not null then
    delete from second_factors where user_id = new.id;
  end if;
  return null;
end $$;
create trigger users_end_what_the_password_opened after update of password_hash, deleted_at on users
  for each row when (
    (old.password_hash, old.deleted_at) is distinct from (new.password_hash, new.deleted_at)
  ) execute function end_what_the_password_opened();
