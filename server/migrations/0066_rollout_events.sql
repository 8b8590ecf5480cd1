-- What happened to a rollout, by somebody or by itself: its log, and the notification of a halt.

create table rollout_events (
  event_id bigint generated always as identity primary key,
  rollout_id int not null references rollouts (rollout_id) on delete cascade,
  at timestamptz not null,
  what text not null,
  user_name text not null default '',
  facts jsonb not null default '{}'
);
comment on table rollout_events is 'Log of a rollout: each step that a person took, and each that it took by itself.';
comment on column rollout_events.user_name is 'Who did it; empty = the rollout by itself.';
comment on column rollout_events.facts is 'Wave, reason, failed and all units of the step, or the rollback; those that it has.';
create index rollout_events_rollout on rollout_events (rollout_id, event_id desc);
create index rollout_events_halts on rollout_events (at) where what = 'halted';

insert into rollout_events (rollout_id, at, what, user_name)
select rollout_id, at, what, user_name
from rollouts, lateral (values
  (created_at, 'proposed', creator),
  (approved_at, case when state = 'rejected' then 'rejected' else 'approved' end, approver),
  (started_at, 'started', ''),
  (finished_at, case when state = 'stopped' then 'stopped' else 'finished' end, '')
) steps (at, what, user_name)
where at is not null and (state <> 'rejected' or what in ('proposed', 'rejected'))
order by at;
