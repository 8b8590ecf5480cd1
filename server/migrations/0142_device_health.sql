-- Units whose health is below 100: the device list filters and sorts by it, and shows why.
create table device_health (
  device_id int primary key references devices on delete cascade,
  score smallint not null check (score between 0 and 100),
  score_without_card smallint not null check (score_without_card between 0 and 100),
  reasons text[] not null
);
comment on table device_health is 'Units with anything that lowers their health, refreshed every minute; a unit without a row is at 100.';
comment on column device_health.score_without_card is 'The score for those who may not see SIM cards.';
comment on column device_health.reasons is 'The heaviest first.';
create index device_health_score on device_health (score, device_id);
create index device_health_score_without_card on device_health (score_without_card, device_id);

-- Reasons by daily figures are found less often: they change once a day.
create table device_day_reasons (
  device_id int not null references devices on delete cascade,
  reason text not null check (reason in ('low_cop', 'short_cycling')),
  primary key (device_id, reason)
);
comment on table device_day_reasons is 'What daily figures take from the health of a unit, refreshed every half an hour.';
