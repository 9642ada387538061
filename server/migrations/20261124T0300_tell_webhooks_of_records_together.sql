set local lock_timeout = '10s';

-- Records that are sealed together are told of together: where no webhook wants to know, that costs one look for all
-- of them, instead of one for each and the writing of what nobody reads.
create or replace function note_webhooks_of_acknowledgments() returns trigger language plpgsql as $$
declare
  record policy_acknowledgments;
begin
  if not exists (select from webhook_endpoints where enabled and 'policy.acknowledged' = any (events)) then
    return null;
  end if;
  for record in select * from added order by sequence loop
    perform note_webhook_event(
      'policy.acknowledged',
      jsonb_build_object(
        'acknowledgment_id', record.id, 'person_id', record.user_id, 'policy_id', record.policy_id,
        'policy_title', record.policy_title, 'version', record.version,
        'acknowledged_at', webhook_time(record.acknowledged_at)
      ),
      '/policies/' || record.policy_id
    );
  end loop;
  return null;
end $$;
drop trigger policy_acknowledgments_webhooks on policy_acknowledgments;
create trigger policy_acknowledgments_webhooks after insert on policy_acknowledgments
  referencing new table as added for each statement execute function note_webhooks_of_acknowledgments();
