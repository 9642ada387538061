-- What this installation proves itself with to push services (VAPID). Made once, by whichever server is
-- asked first; another pair would make every subscription of before worthless.
create table push_keys (
  only_row boolean primary key default true check (only_row),
  -- base64url, as RFC 8292 has them: a point of P-256, and its secret number.
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  private_key text not null check (private_key ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz not null default now()
);

-- A browser in which somebody wants to be told. It goes with the session that asked for it, however that
-- ends: nobody is told on a device where they are signed out.
create table push_subscriptions (
  id uuid primary key,
  session_id uuid not null unique references sessions on delete cascade,
  -- Whoever knows it and the two keys can tell something to that browser.
  endpoint text not null unique check (length(endpoint) between 10 and 1500),
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  browser text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
