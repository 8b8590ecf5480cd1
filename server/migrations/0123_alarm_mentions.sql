-- Accounts that a comment at an alarm mentions: their inbox is read by this.
alter table alarm_log add column mentions integer[] not null default '{}';
alter table alarm_log add constraint alarm_log_mentions_check check (mentions = '{}' or kind = 'comment');
create index alarm_log_mentioned on alarm_log (at) where mentions <> '{}';
comment on column alarm_log.mentions is 'Of a comment: accounts it mentions.';
