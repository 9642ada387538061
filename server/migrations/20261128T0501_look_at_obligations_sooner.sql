-- A hundredth of them is what one edit ends, and of what hardly any row was before the planner expects none.
set local lock_timeout = '10s';
alter table obligations set (autovacuum_analyze_scale_factor = 0.01);
