-- The owner of a unit is asked before its upgrade, where the product asks for it.

alter table products add column upgrade_consent boolean not null default false;
comment on column products.upgrade_consent is 'The owner of a unit agrees to each upgrade of it, in the app.';
alter table rollout_units add column consent text check (consent in ('requested', 'given', 'declined'));
alter table rollout_units add column consent_at timestamptz;
comment on column rollout_units.consent is 'What the owner of the unit said to the upgrade; null = nobody was asked.';
comment on column rollout_units.consent_at is 'When the owner was asked, or answered.';
create index rollout_units_consent on rollout_units (device_id) where consent = 'requested';
alter table upgrades add column limit_at timestamptz;
comment on column upgrades.limit_at is 'A download that is not complete by then is ended; null = only the deadlines of its states end it.';
