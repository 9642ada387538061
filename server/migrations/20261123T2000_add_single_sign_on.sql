set local lock_timeout = '10s';

-- Who else may say who somebody is (OpenID Connect). Without a row here everything is as before.
create table identity_providers (
  id uuid primary key,
  name text not null check (name <> ''),
  preset text not null check (preset in ('google', 'entra', 'okta', 'other')),
  issuer text not null unique,
  client_id text not null check (client_id <> ''),
  -- With the key beside the data (platform/sealed-secrets.ts), for this issuer and client only.
  client_secret_sealed bytea not null,
  scopes text not null,
  allowed_domains text[] not null default '{}',
  -- Entra's `tid`, Google's `hd`; null: any.
  tenant text,
  admits text not null check (admits in ('existing', 'new_agents')),
  trusted_for_factor boolean not null,
  ends_sessions text not null check (ends_sessions in ('own', 'all')),
  hides_password boolean not null,
  enabled boolean not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid references users,
  last_updated_by uuid references users
);

-- Whom a provider means by a subject. It ends with the provider, or when that becomes another one.
create table identity_links (
  provider_id uuid not null references identity_providers on delete cascade,
  user_id uuid not null references users on delete cascade,
  subject text not null check (subject <> ''),
  -- As the provider wrote it.
  email text,
  -- How the session began in which it was made: whoever had a hand in that has one in what the link opens.
  origin text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (provider_id, subject),
  unique (provider_id, user_id)
);
create index identity_links_user_id_idx on identity_links (user_id);

-- Somebody is on their way to a provider; kept a while after that, so that what comes twice is known as such.
create table identity_flows (
  state_hash bytea primary key check (length(state_hash) = 32),
  browser_hash bytea not null check (length(browser_hash) = 32),
  provider_id uuid not null references identity_providers on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'connect', 'confirm')),
  -- Whose account is connected, or who confirms that it is they.
  session_id uuid references sessions on delete cascade,
  remember_me boolean not null default false,
  -- What was given of a second factor before setting out.
  factor text check (factor in ('totp', 'recovery_code', 'trusted_browser')),
  -- A path of this site.
  return_to text,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index identity_flows_provider_id_idx on identity_flows (provider_id);
create index identity_flows_session_id_idx on identity_flows (session_id);

-- Somebody has come back from it, and the page has not asked for the session yet.
create table identity_arrivals (
  token_hash bytea primary key check (length(token_hash) = 32),
  provider_id uuid not null references identity_providers on delete cascade,
  user_id uuid not null references users on delete cascade,
  subject text not null,
  email text,
  provider_session text,
  -- False: the account is not connected; its own sign-in comes first.
  linked boolean not null,
  remember_me boolean not null,
  expires_at timestamptz not null
);
create index identity_arrivals_provider_id_idx on identity_arrivals (provider_id);
create index identity_arrivals_user_id_idx on identity_arrivals (user_id);

-- Which log-outs a provider has told already.
create table provider_logouts (
  provider_id uuid not null references identity_providers on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  expires_at timestamptz not null,
  primary key (provider_id, token_hash)
);

alter table sessions
  drop constraint sessions_sign_in_method_check,
  add constraint sessions_sign_in_method_check check (
    sign_in_method in ('password', 'password_and_totp', 'password_and_recovery_code',
      'password_on_trusted_browser')
    or sign_in_method ~ '^oidc:[a-z0-9.:-]+(\+[a-z_]+)?$'
  ),
  add column provider_id uuid references identity_providers on delete set null,
  -- What the provider calls its own session (`sid`).
  add column provider_session text;
create index sessions_provider_id_idx on sessions (provider_id) where provider_id is not null;

-- Half a sign-in may have begun at a provider instead of with the password.
alter table sign_in_challenges
  add column provider_id uuid references identity_providers on delete cascade,
  add column provider_session text;
create index sign_in_challenges_provider_id_idx on sign_in_challenges (provider_id)
  where provider_id is not null;

create function end_what_a_provider_opened() returns trigger language plpgsql as $$
begin
  delete from identity_links where user_id = new.id;
  delete from identity_arrivals where user_id = new.id;
  return null;
end $$;
create trigger users_end_what_a_provider_opened after update of deleted_at on users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function end_what_a_provider_opened();

-- Another issuer means other people by its subjects.
create function forget_subjects() returns trigger language plpgsql as $$
begin
  delete from identity_links where provider_id = new.id;
  delete from identity_arrivals where provider_id = new.id;
  return null;
end $$;
create trigger identity_providers_forget_subjects after update of issuer on identity_providers
  for each row when (old.issuer <> new.issuer) execute function forget_subjects();
