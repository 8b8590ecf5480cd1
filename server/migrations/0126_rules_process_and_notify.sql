-- Alarms that recovered and that nobody had taken are processed by their rule or type; whom a rule notifies; reminders of offline units.
alter table alarm_rules add column process_minutes integer check (process_minutes > 0);
alter table alarm_rules add column notify_by text not null default 'default' check (notify_by in ('default', 'none', 'policies'));
alter table alarm_rules add column notify_policy_ids integer[] not null default '{}';
alter table alarm_rules add constraint alarm_rules_notify check ((notify_by = 'policies') = (notify_policy_ids <> '{}'));
comment on column alarm_rules.process_minutes is 'An alarm that recovered so long ago and that nobody had taken is processed; null = it waits for a person.';
comment on column alarm_rules.notify_by is 'default: the policies that concern the alarm; none: nobody; policies: those named, whatever types and severity they name.';

-- Of a policy that is gone: a rule that named no other is back at the default, so that it does not fall silent.
create function forget_policy_of_rules() returns trigger language plpgsql as $$
begin
  update alarm_rules set notify_policy_ids = array_remove(notify_policy_ids, old.policy_id),
    notify_by = case when array_remove(notify_policy_ids, old.policy_id) = '{}' then 'default' else notify_by end
  where notify_policy_ids @> array[old.policy_id];
  return null;
end $$;
create trigger notification_policies_gone after delete on notification_policies for each row execute function forget_policy_of_rules();

alter table alarm_type_settings add column process_minutes integer check (process_minutes > 0);
alter table alarm_type_settings add column remind_hours integer check (remind_hours > 0);
comment on column alarm_type_settings.process_minutes is 'As of alarm_rules.';
comment on column alarm_type_settings.remind_hours is 'Of offline: policies tell again each so many hours while the unit stays offline; null = never.';

-- What the turn that processes recovered alarms reads; empty on a desk that is kept tidy.
create index alarms_untaken_type on alarms (type, recovered_at)
  where handling = 'unprocessed' and recovered_at is not null and type <> 'threshold';
create index alarms_untaken_rule on alarms (rule_key, recovered_at)
  where handling = 'unprocessed' and recovered_at is not null and type = 'threshold';

alter table alarm_log drop constraint alarm_log_kind_check;
alter table alarm_log add constraint alarm_log_kind_check check (kind in ('escalated', 'accepted', 'released', 'assigned', 'processed',
  'closed', 'reopened', 'comment', 'auto_processed', 'reminded'));

alter table notification_events add column reminder smallint not null default 0;
comment on column notification_events.reminder is 'The how-many-th time that it is told again; 0 = the first.';
