set local lock_timeout = '10s';

-- Keys that a browser or a device keeps for somebody; it lets nobody use one without a finger, a face or a PIN.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  -- As the device gave it (COSE).
  public_key bytea not null,
  -- Of its last use; 0 where the device counts nothing.
  counter bigint not null,
  -- How a browser reaches it, in its own words.
  transports text[] not null,
  name text not null check (name <> ''),
  -- How the session began in which it was made: what it opens has no better beginning.
  origin text not null check (
    origin in ('password', 'after_reset', 'after_admin_reset', 'after_invitation',
      'after_admin_invitation', 'after_operator', 'after_admin_factor_reset',
      'after_operator_factor_reset', 'not_recorded')
  ),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_id_idx on passkeys (user_id);

-- What a passkey is asked to sign: good once, for one purpose, and for whoever it was made for.
create table passkey_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  purpose text not null check (purpose in ('sign_in', 'second_factor', 'confirm', 'add')),
  session_id uuid references sessions on delete cascade,
  sign_in_hash bytea references sign_in_challenges on delete cascade,
  expires_at timestamptz not null,
  check ((session_id is not null) = (purpose in ('confirm', 'add'))),
  check ((sign_in_hash is not null) = (purpose = 'second_factor'))
);
create index passkey_challenges_session_id_idx on passkey_challenges (session_id);
create index passkey_challenges_sign_in_hash_idx on passkey_challenges (sign_in_hash);
create index passkey_challenges_expires_at_idx on passkey_challenges (expires_at);

alter table sessions
  drop constraint sessions_sign_in_method_check,
  add constraint sessions_sign_in_method_check check (
    sign_in_method in ('password', 'password_and_totp', 'password_and_recovery_code',
      'password_on_trusted_browser', 'passkey', 'password_and_passkey')
    -- By a provider, which follows the colon.
    or sign_in_method like 'oidc:%'
  );

-- A passkey is a second factor too: it is nothing that one knows.
create or replace function second_factor_due_at(person uuid) returns timestamptz language sql stable as $$
  select greatest((second_factor_since ->> users.role)::timestamptz, users.created_at, users.role_since)
    + second_factor_grace_days * interval '1 day'
  from users cross join settings
  where users.id = person and second_factor_since ? users.role
    and not exists (select from second_factors where user_id = person)
    and not exists (select from passkeys where user_id = person)
$$;

create function follow_passkey() returns trigger language plpgsql as $$
begin
  update sessions set factor_due_at = second_factor_due_at(user_id)
  where user_id = case tg_op when 'DELETE' then old.user_id else new.user_id end;
  return null;
end $$;
create trigger passkeys_follow after insert or delete on passkeys
  for each row execute function follow_passkey();

-- A mailed link ends what others had a hand in, also the passkeys that they may have made meanwhile.
create function end_passkeys() returns trigger language plpgsql as $$
begin
  delete from passkeys where user_id = new.id and (
    new.deleted_at is not null
    or (new.password_origin = 'after_reset' and origin in ('after_admin_reset', 'after_admin_invitation',
      'after_operator', 'after_admin_factor_reset', 'after_operator_factor_reset'))
  );
  return null;
end $$;
create trigger users_end_passkeys after update of password_hash, deleted_at on users
  for each row when (
    (old.password_hash, old.deleted_at) is distinct from (new.password_hash, new.deleted_at)
  ) execute function end_passkeys();
