-- An office or a group: things can be required of its members, and its managers see who is behind.
create table teams (
  id uuid primary key,
  name text not null check (name <> ''),
  created_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index teams_name_key on teams (lower(name));

create table team_members (
  team_id uuid not null references teams on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- What is required of the team is required of its members; a manager need not be one.
  member boolean not null,
  manager boolean not null,
  -- Since when they are a member.
  since timestamptz not null default now(),
  primary key (team_id, user_id),
  constraint team_members_some_part check (member or manager)
);
create index team_members_user_id_idx on team_members (user_id, team_id) include (member, manager, since);

-- A requirement may be of a team, and may come again: so long after it was done, or on a day of each year.
alter table requirements
  add column item_id uuid generated always as (coalesce(policy_id, test_id)) stored,
  add column team_id uuid references teams on delete cascade,
  add column every_days integer check (every_days between 1 and 3660),
  add column every_months integer check (every_months between 1 and 120),
  add column on_month integer check (on_month between 1 and 12),
  add column on_day integer check (on_day between 1 and 31),
  -- A renewal begins to be asked for so many days before it is due.
  add column window_days integer check (window_days between 0 and 300),
  -- Nobody is late with a renewal that was due before it recurred.
  add column recurs_since timestamptz,
  add constraint requirements_one_recurrence check (
    num_nonnulls(every_days, every_months, on_month) <= 1
    and (on_month is null) = (on_day is null)
    and (window_days is null) = (num_nonnulls(every_days, every_months, on_month) = 0)
    and (recurs_since is null) = (window_days is null)
    -- Else a renewal would begin before the last one was done.
    and window_days < coalesce(every_days, every_months * 28, 365)
  ),
  drop constraint requirements_one_audience,
  add constraint requirements_one_audience check (
    (user_id is not null)::int + (role is not null)::int + (team_id is not null)::int + everyone::int = 1
  ),
  drop constraint requirements_key,
  add constraint requirements_key
    unique nulls not distinct (item_id, user_id, role, team_id, everyone);
create index requirements_team_id_idx on requirements (team_id) where team_id is not null;
-- What is asked of many: few rows, whatever is asked of single people.
create index requirements_of_many_idx on requirements (role, everyone) where user_id is null;

alter table settings
  add column escalate_after_days integer default 7 check (escalate_after_days between 1 and 365);

-- A waiver is of a policy or of a test.
alter table waivers
  alter column test_id drop not null,
  add column policy_id uuid references policies,
  add column item_id uuid generated always as (coalesce(policy_id, test_id)) stored,
  add constraint waivers_one_item check (num_nonnulls(policy_id, test_id) = 1);
create unique index waivers_one_of_item_in_force_idx on waivers (user_id, item_id) where ended_at is null;

-- A renewal has the same version signed again: each time is a record of its own.
alter table policy_acknowledgments drop constraint policy_acknowledgments_once;
