-- A file of history may be split by day and by device: it is an archive of files then.
alter table export_jobs drop constraint export_jobs_format_check;
alter table export_jobs add constraint export_jobs_format_check check (format in ('csv', 'xlsx', 'zip'));
