-- Reminders write into rows here and there, and what is read from an index alone has to look at the row where its page
-- was written since it was last tidied up. Sums that wait come and go each minute.
set local lock_timeout = '10s';
alter table obligations set (autovacuum_vacuum_scale_factor = 0.05);
alter table obligation_changes set (autovacuum_vacuum_scale_factor = 0.01);
