-- The device log reads upgrades of many units by time.

create index upgrades_at on upgrades (created_at desc, upgrade_id desc);
