-- When somebody had it on their screen, whether or not they opened it: what was seen in the app is told by no
-- other way (docs/notifications.md).
set local lock_timeout = '10s';

alter table notifications add column seen_at timestamptz;
