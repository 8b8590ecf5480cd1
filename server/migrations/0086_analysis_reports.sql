-- Saved reports of the analysis, and what came of each run.

create table analysis_reports (
  report_id integer generated always as identity primary key,
  uid integer not null references accounts (uid) on delete cascade,
  report_name text not null check (char_length(report_name) between 1 and 80),
  figures text[] not null,
  cohorts jsonb not null,
  period text not null,
  language text not null check (language in ('en', 'zh', 'pl')),
  time_zone text not null,
  schedule text not null check (schedule in ('none', 'daily', 'weekly', 'monthly')),
  at_hour integer not null check (at_hour between 0 and 23),
  weekday integer not null check (weekday between 1 and 7),
  month_day integer not null check (month_day between 1 and 28),
  recipients text[] not null,
  paused boolean not null default false,
  next_run_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index analysis_reports_name on analysis_reports (uid, lower(report_name));
create index analysis_reports_due on analysis_reports (next_run_at) where next_run_at is not null;
comment on table analysis_reports is 'Figures and cohorts of the analysis under a name; made with the rights and scope that the account has at the time.';
comment on column analysis_reports.cohorts is 'Which units, and days of their own: one or two parts of the fleet.';
comment on column analysis_reports.weekday is '1 = Monday; of weekly reports.';
comment on column analysis_reports.next_run_at is 'Null = no schedule, or paused.';

create table analysis_report_runs (
  run_id integer generated always as identity primary key,
  report_id integer not null references analysis_reports (report_id) on delete cascade,
  scheduled boolean not null,
  state text not null check (state in ('running', 'done', 'failed')),
  reason text,
  file bytea,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index analysis_report_runs_report on analysis_report_runs (report_id, run_id desc);
comment on table analysis_report_runs is 'One making of a report, with its file.';
comment on column analysis_report_runs.file is 'PDF; null = not made yet, or failed.';

alter table notification_events add column report_run_id integer references analysis_report_runs (run_id) on delete cascade;
create index notification_events_report_run on notification_events (report_run_id) where report_run_id is not null;
alter table notification_events drop constraint notification_events_event_check;
alter table notification_events add constraint notification_events_event_check check (event in
  ('alarm_raised', 'alarm_recovered', 'order_created', 'rollout_halted', 'rollout_ended', 'report_ready'));
comment on column notification_events.report_run_id is 'The run whose file is sent; its mails have recipients of their own and no policy.';
