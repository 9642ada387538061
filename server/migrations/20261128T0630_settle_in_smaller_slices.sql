-- Of very many people so many at a time: with 500 others waited up to twice as long as usual meanwhile, with 200 a third
-- longer than usual. A change of 100,000 people takes some seconds more.
set local lock_timeout = '10s';
create or replace function slice_of_people() returns integer language sql immutable as $$ select 200 $$;
