set local lock_timeout = '10s';

-- The row that says where the chain ends moves forward only, and only to a record that is there.
create function keep_chain_end() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.length > old.length and exists (
    select from policy_acknowledgments where sequence = new.length and hash = new.head
  ) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'FD002';
end $$;
create trigger acknowledgment_chain_forward_only before insert or update or delete
  on acknowledgment_chain for each row execute function keep_chain_end();
create trigger acknowledgment_chain_no_truncate before truncate on acknowledgment_chain
  for each statement execute function refuse_change();
