set local lock_timeout = '10s';

-- These have no key. A publication of all tables, which copies to another server by logical replication, would
-- otherwise refuse what we delete from them and change in them.
alter table training_links replica identity full;
alter table obligation_turns replica identity full;
alter table obligation_changes replica identity full;
alter table overdue_spells replica identity full;
