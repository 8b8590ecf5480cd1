-- Setting and detecting the model of a device, and which product reads it: the set model, else the recognised one, else that of the import.
alter table devices add column imported_pk text references products (product_key);
create index devices_imported_pk on devices (imported_pk) where imported_pk is not null;
comment on column devices.imported_pk is 'The product it was imported as; null = product_key, which no set or recognised model has replaced.';
comment on column devices.product_key is 'The product by which new reports are read: the set model, else the recognised one, else that of the import.';

create sequence model_batches as integer;
create table model_actions (
  action_id integer generated always as identity primary key,
  device_id integer not null references devices on delete cascade,
  kind text not null check (kind in ('set', 'detect')),
  state text not null default 'queued'
    check (state in ('queued', 'sent', 'effective', 'recognized', 'unrecognized', 'failed', 'stopped')),
  uid integer,
  operator text not null default '',
  batch_id integer,
  created_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz,
  from_pk text,
  to_pk text,
  before_status text not null check (before_status in ('recognized', 'not_started', 'unrecognized')),
  reason text,
  evidence jsonb
);
create index model_actions_device on model_actions (device_id, action_id desc);
create index model_actions_batch on model_actions (batch_id) where batch_id is not null;
create unique index model_actions_open on model_actions (device_id) where state in ('queued', 'sent');
comment on table model_actions is 'Settings and detections of models, one open at a time for each device; the history of product 3.15.';
comment on column model_actions.uid is 'Null = the service itself: the unit came for the first time.';
comment on column model_actions.before_status is 'Where recognition stood: restored when a detection fails.';
comment on column model_actions.evidence is 'Of a detection: reads of the bus and their answers, and the candidates (contract, ModelEvidence).';
