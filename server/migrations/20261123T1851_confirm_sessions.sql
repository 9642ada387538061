set local lock_timeout = '10s';

-- When the person of a session last proved again that it is they; null where that was the sign-in.
alter table sessions add column confirmed_at timestamptz;
