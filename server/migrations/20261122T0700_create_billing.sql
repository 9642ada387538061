-- What was read at Stripe last: one row for each place that a key opens, so that test and live never mix.
create table billing (
  source text primary key check (source in ('live', 'test', 'local')),
  customer_id text check (customer_id <> ''),
  -- Names the making of one customer, however often it is asked for.
  customer_key uuid not null,
  -- A StripeSubscription of the contract; read there, never made up from an event.
  snapshot jsonb,
  -- Which reading it came from: an older one that ends later must not win.
  reading bigint not null default 0,
  read_at timestamptz,
  -- A change of seats that is under way: { from, to, key }.
  seats_change jsonb,
  problem_code text check (problem_code in ('stripe_unavailable', 'stripe_refused', 'stripe_rubbish')),
  problem text,
  problem_since timestamptz,
  tries integer not null default 0 check (tries >= 0),
  -- Null beside a problem: it is given up.
  next_try_at timestamptz,
  compared_at timestamptz,
  differences text[] not null default '{}',
  check ((problem_code is null) = (problem is null) and (problem_code is null) = (problem_since is null))
);
create sequence billing_readings;

-- Every event that Stripe has sent, once. What it says of a subscription is not kept: that is read there.
create table billing_events (
  id text primary key check (id <> ''),
  source text not null check (source in ('live', 'test', 'local')),
  type text not null,
  -- When it happened, and when it came.
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- Null while what it tells of has not been read at Stripe since; at once for types that tell of nothing here.
  handled_at timestamptz
);
create index billing_events_waiting_idx on billing_events (source, received_at) where handled_at is null;
create index billing_events_received_idx on billing_events (received_at);

-- Seats follow people: whoever comes or goes has a job look, ten seconds after the first of several.
-- Deferred, so that the job's row is held only while the transaction commits. The tables of jobs are made
-- when a server starts: a database that no server has opened yet has nothing to tell Stripe either.
create function follow_seats() returns trigger language plpgsql as $$
begin
  if exists (select from billing where snapshot ->> 'status' in ('active', 'trialing', 'past_due'))
    and to_regclass('graphile_worker.jobs') is not null
  then
    perform graphile_worker.add_job(
      'follow_seats', '{}'::json,
      queue_name => 'billing',
      run_at => now() + interval '10 seconds',
      max_attempts => 25,
      job_key => 'billing:seats',
      job_key_mode => 'preserve_run_at'
    );
  end if;
  return null;
end $$;
create constraint trigger users_follow_seats
  after insert or update of status, deleted_at or delete on users
  deferrable initially deferred
  for each row execute function follow_seats();
