-- Who is behind is counted, and looked up beside other filters, in this index alone.
set local lock_timeout = '10s';
drop index overdue_spells_last_idx;
create unique index overdue_spells_last_idx on overdue_spells (user_id) include (since) where until is null;

-- Of a role are those who are here, who have `users_role_idx`, and those who are gone.
create index users_gone_idx on users (role, id) where deleted_at is not null;
