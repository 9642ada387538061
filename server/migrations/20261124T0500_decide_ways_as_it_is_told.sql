-- What is asked of very many is told with one row each, and no other way where nobody chose a mail or has a device:
-- that is decided as the row is written. The job wrote each of these rows twice more, and its indexes with it.
set local lock_timeout = '10s';

-- Tells people of what has been asked of them; again, where they did the same before.
create or replace function tell_of_obligations(ids uuid[]) returns integer language plpgsql as $$
declare
  people uuid[];
begin
  if cardinality(ids) = 0 then return 0; end if;
  with written as (
    insert into notifications (user_id, kind, source, facts, obligation_id, mail, push)
    select asked.user_id,
      told.kind,
      'obligation:' || asked.id,
      jsonb_build_object(
        'about', 'item',
        'item', case
          when asked.kind = 'policy' then 'policy' when tests.training_id is null then 'test' else 'training'
        end,
        'path', case
          when asked.kind = 'policy' then '/policies/' || asked.item_id
          when tests.training_id is null then '/tests/' || asked.item_id
          else '/training/' || tests.training_id
        end,
        'title', coalesce(texts.title, tests.title),
        'due_at', asked.due_at
      ),
      asked.id,
      case when coalesce(choice.mail, default_mail_choice(told.kind)) = 'off' then 'left_out' end,
      -- A renewal may wait for the morning, and devices may come till then.
      case
        when told.kind = 'asked' and (choice.push is false or not exists (
          select from sessions join push_subscriptions on session_id = sessions.id
          where sessions.user_id = asked.user_id
        )) then 'left_out'
      end
    from obligations as asked
    join users on users.id = asked.user_id and users.status = 'active' and users.deleted_at is null
    left join policies on policies.id = asked.item_id
    left join policy_versions as texts
      on texts.policy_id = policies.id and texts.version = policies.current_version
    left join tests on tests.id = asked.item_id
    cross join lateral (
      select case
        when exists (
          select from obligations as before
          where before.user_id = asked.user_id and before.item_id = asked.item_id
            and before.closed_as = 'met' and before.version is not distinct from asked.version
        ) then 'renewal' else 'asked' end as kind
      -- Once for each, not for each time that it is named.
      offset 0
    ) as told
    left join notification_choices as choice on choice.user_id = asked.user_id and choice.kind = told.kind
    where asked.id = any(ids) and asked.closed_at is null and asked.opens_at <= now()
    order by asked.user_id, asked.id
    on conflict do nothing
    returning user_id
  )
  select array_agg(user_id) into people from written;
  perform announce_notifications(people);
  return coalesce(cardinality(people), 0);
end $$;
