-- What only a person can say of the first hour; the rest of the checklist is read from the data.
create table first_steps (
  only_row boolean primary key default true check (only_row),
  -- Who may join was looked at, and stays as it is.
  joining_seen_at timestamptz,
  -- No mail: links are handed over by hand.
  links_by_hand_at timestamptz,
  overview_seen_at timestamptz,
  -- The dashboard says nothing of it any more.
  dismissed_at timestamptz
);

-- Whoever works with it already is not taught the first steps.
insert into first_steps (dismissed_at)
select case when exists (select from policies) or exists (select from users offset 1) then now() end;
