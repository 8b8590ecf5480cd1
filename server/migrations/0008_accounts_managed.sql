-- Accounts that people manage: names that differ only in case are one, a deleted account leaves its history behind.

create unique index accounts_user_name_lower on accounts (lower(user_name));

alter table accounts add column last_login_address text;

-- The log keeps the number and the name the operator had then; the account itself may be gone.
alter table control_log drop constraint control_log_uid_fkey;
comment on column control_log.uid is 'The account then; it may be deleted since, and numbers are never given twice.';
