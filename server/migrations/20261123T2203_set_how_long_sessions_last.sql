set local lock_timeout = '10s';

alter table settings
  -- After so long without use a session ends; in days for those who asked to be remembered.
  add column session_days integer not null default 30 check (session_days between 1 and 180),
  add column session_hours integer not null default 12 check (session_hours between 1 and 168);

create function session_idle(remembered boolean) returns interval language sql stable as $$
  select case when remembered then make_interval(days => session_days)
    else make_interval(hours => session_hours) end
  from settings
$$;

-- The end stands in the session, so that the look-up of each call reads no settings. Longer ones come with the next use.
create function shorten_sessions() returns trigger language plpgsql as $$
begin
  update sessions set expires_at = last_used_at + session_idle(remember_me)
  where expires_at > last_used_at + session_idle(remember_me);
  return null;
end $$;
create trigger settings_shorten_sessions after update on settings
  for each row when (
    (old.session_days, old.session_hours) is distinct from (new.session_days, new.session_hours)
  ) execute function shorten_sessions();
