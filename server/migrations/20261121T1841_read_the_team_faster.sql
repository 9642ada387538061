-- What each of some people must acknowledge, the most urgent first, in the order of the people. In
-- PL/pgSQL, because its plan is kept: planning the view anew takes as long as reading it for a page.
create function pending_policies_of(people uuid[])
  returns table (user_id uuid, policy_ids uuid[])
  language plpgsql stable rows 25 as $$
begin
  return query
    select person, array(
      select pending.policy_id from pending_policies as pending
      where pending.user_id = person
      order by pending.due_at nulls last, pending.policy_id
    )
    from unnest(people) as person;
end $$;

-- The team table counts from it, whether it is narrowed by role, by status, by both or by neither.
create index users_team_idx on users (role, status) where deleted_at is null;
