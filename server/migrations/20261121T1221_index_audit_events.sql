-- The audit screen narrows by who, by what kind and by item, newest first each.
create index audit_events_actor_idx on audit_events (actor_id, happened_at desc, id desc)
  where actor_id is not null;
create index audit_events_item_idx on audit_events (item_id, happened_at desc, id desc)
  where item_id is not null;
create index audit_events_action_idx on audit_events (action, happened_at desc, id desc);
