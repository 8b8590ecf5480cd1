-- Units on a bench are for trying what nobody has tried on a board yet.

alter table devices add column test_bench boolean not null default false;
comment on column devices.test_bench is 'A real unit on a test bench: points whose writing was never tried on hardware may be set on it, as on simulated ones.';
