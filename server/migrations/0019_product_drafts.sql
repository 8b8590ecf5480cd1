-- Products are edited as a draft beside the version in use.

alter table products
  add column description text not null default '',
  add column data_type text not null default 'registers' check (data_type in ('registers', 'values')),
  add column topology text not null default 'direct' check (topology in ('direct', 'gateway', 'sub-device')),
  add column solution text not null default '',
  add column platforms text[] not null default '{web}',
  add column updated_by text not null default '',
  add column updated_at timestamptz not null default now();

alter table product_versions
  alter column version drop not null,
  add column settings jsonb,
  add column note text not null default '',
  add column published_by text not null default '',
  add column added int not null default 0,
  add column changed int not null default 0,
  add column removed int not null default 0;
comment on column product_versions.version is 'Null = a trial: the draft as a virtual unit runs it, never published.';
comment on column product_versions.settings is 'Bus, panel, alarm defaults, templates and test vectors (contract, ProductSettings).';
-- Points gained fields: what they mean for versions made before.
update product_versions set
  points = coalesce((
    select jsonb_agg(
      '{"tag": null, "tier": "normal", "dead_band": null, "bulk": true, "normal": 0, "fault": null, "visible": "app",
        "write_verified": true, "note": ""}'::jsonb || point
      order by place)
    from jsonb_array_elements(points) with ordinality as p (point, place)), '[]'),
  added = jsonb_array_length(points),
  settings = '{"access": {"slave": 1, "baud": 19200, "format": "8N2", "tiers_s": {"fast": 15, "normal": 60, "slow": 300}, "gap_max": 8, "alone": []},
    "panel": {"schematic": "air_water_monobloc", "groups": [], "tabs": [], "default_curves": ["t_in", "t_out", "t_dhw", "t_amb"]},
    "alarm_defaults": [], "control_templates": [], "test_vectors": [], "fault_sets": ["sprsun_cg248075"]}';
alter table product_versions alter column settings set not null;

create table product_drafts (
  product_key text primary key references products (product_key) on delete cascade,
  revision int not null,
  layout_id int references product_versions (layout_id),
  points jsonb not null,
  settings jsonb not null,
  touched jsonb not null default '{}',
  changed int not null,
  updated_by text not null,
  updated_at timestamptz not null
);
comment on table product_drafts is 'What the next version of a product will hold; stays when it is published, so that revisions go on counting.';
comment on column product_drafts.changed is 'Points that differ from the version in use, and parts of the settings; 0 = nothing to publish.';
comment on column product_drafts.layout_id is 'The version it was begun from.';
comment on column product_drafts.touched is 'Point key, or "/" and part of the settings -> [revision, name] of who changed it last; keys of removed points stay.';

alter table product_registers
  add column note text not null default '',
  add column created_by text not null default '',
  add column created_at timestamptz not null default now(),
  add constraint product_registers_name unique (register_name);
