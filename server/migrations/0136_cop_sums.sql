-- Heat and electricity of the whole fleet by day: the COP trend of the manufacturer need not read the days of a million units.

create table device_day_sums (
  day date not null,
  units integer not null,
  heat_wh bigint not null,
  electricity_wh bigint not null,
  ambient_mc bigint not null,
  ambient_units integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table device_day_sums is 'Sums over complete days with a COP of all units that are counted, as writers append them; a day has one row once it is folded.';
comment on column device_day_sums.heat_wh is 'Whole Wh, so that what is taken out again leaves exactly the rest.';
comment on column device_day_sums.ambient_mc is 'Sum of the mean outdoor temperatures, thousandths of a degree Celsius.';
create index device_day_sums_day on device_day_sums (day);

-- Days that came count once, days that went count back. Of a unit that is being deleted the row is gone: it was counted, for the days of
-- virtual ones are deleted before.
create function sum_device_days() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into device_day_sums
    select was.day, -count(*), -coalesce(sum(round(heat_kwh * 1000)), 0), -coalesce(sum(round(electricity_kwh * 1000)), 0),
      -coalesce(sum(round(mean_ambient_c * 1000)), 0), -count(mean_ambient_c)
    from was left join devices on devices.device_id = was.device_id
    where was.is_complete and was.cop is not null and devices.virtual is not true group by 1;
  end if;
  if tg_op <> 'DELETE' then
    insert into device_day_sums
    select became.day, count(*), coalesce(sum(round(heat_kwh * 1000)), 0), coalesce(sum(round(electricity_kwh * 1000)), 0),
      coalesce(sum(round(mean_ambient_c * 1000)), 0), count(mean_ambient_c)
    from became left join devices on devices.device_id = became.device_id
    where became.is_complete and became.cop is not null and devices.virtual is not true group by 1;
  end if;
  return null;
end $$;
create trigger device_days_sum_new after insert on device_days
  referencing new table as became for each statement execute function sum_device_days();
create trigger device_days_sum_changed after update on device_days
  referencing old table as was new table as became for each statement execute function sum_device_days();
create trigger device_days_sum_gone after delete on device_days
  referencing old table as was for each statement execute function sum_device_days();

create function delete_virtual_days() returns trigger language plpgsql as $$
begin
  delete from device_days where device_id = old.device_id;
  return old;
end $$;
create trigger devices_virtual_days before delete on devices
  for each row when (old.virtual) execute function delete_virtual_days();

create function fold_device_day_sums() returns void language sql as $$
  with gone as (
    delete from device_day_sums where day in (select day from device_day_sums group by day having count(*) > 1) returning *
  )
  insert into device_day_sums
  select day, sum(units), sum(heat_wh), sum(electricity_wh), sum(ambient_mc), sum(ambient_units) from gone group by 1
  having sum(units) <> 0;
$$;

insert into device_day_sums
select day, count(*), coalesce(sum(round(heat_kwh * 1000)), 0), coalesce(sum(round(electricity_kwh * 1000)), 0),
  coalesce(sum(round(mean_ambient_c * 1000)), 0), count(mean_ambient_c)
from device_days join devices on devices.device_id = device_days.device_id
where device_days.is_complete and device_days.cop is not null and not devices.virtual group by 1;
