-- outside a transaction
-- Each server looks every minute for sign-ins of while the clock was ahead.
create index concurrently if not exists sessions_proved_at_idx on sessions (coalesce(confirmed_at, created_at));
