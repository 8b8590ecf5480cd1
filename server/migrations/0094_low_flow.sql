-- Daily figures know the water: difference between flow and return, and flow. Days that are there already are computed anew.
alter table device_days
  add column mean_difference_k double precision,
  add column mean_flow_l_min double precision;
comment on column device_days.mean_difference_k is 'Between flow and return while the compressor ran, defrosts and their recovery left out.';
comment on column device_days.mean_flow_l_min is 'Water flow in the same time.';
insert into fills_due (name, after_id) select 'device_days', 0 where exists (select from report_chunks)
  on conflict (name) do update set after_id = 0;

-- Low flow can be planted at simulated units.
alter table planted_events drop constraint planted_events_kind_check;
alter table planted_events add constraint planted_events_kind_check
  check (kind in ('fault', 'low_flow', 'power_cut', 'bus_cut', 'weak_signal', 'cold_wave'));
