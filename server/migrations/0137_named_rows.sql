-- What names another row without a foreign key holds that row while it is written: a deletion, which locks the row before it looks for what names
-- it, waits for the writer and then sees it; a writer that comes second waits for the deletion and is refused. Arguments by three: the named
-- table, its key, and a query over the row ($1) for the keys that it names.
create function hold_named_rows() returns trigger language plpgsql as $$
declare
  named text[];
  before text[];
  held integer;
begin
  for i in 0 .. tg_nargs - 1 by 3 loop
    execute format('select array(select distinct key::text from (%s) named (key) where key::text <> '''')', tg_argv[i + 2]) into named using new;
    -- What the row named already may be gone: it can still be edited.
    if tg_op = 'UPDATE' then
      execute format('select array(select key::text from (%s) named (key) where key::text <> '''')', tg_argv[i + 2]) into before using old;
      named := array(select unnest(named) except select unnest(before));
    end if;
    continue when cardinality(named) = 0;
    execute format('select count(*) from (select from %1$I where %2$I = any ($1::%3$s[]) for key share) held', tg_argv[i], tg_argv[i + 1],
      case tg_argv[i] when 'products' then 'text' else 'integer' end) into held using named;
    if held < cardinality(named) then
      raise foreign_key_violation using message = format('%s names rows of %s that do not exist', tg_table_name, tg_argv[i]),
        constraint = 'names_' || tg_argv[i], table = tg_table_name;
    end if;
  end loop;
  return new;
end $$;

create trigger notification_policies_names before insert or update of role_ids, product_keys, resource_group_id on notification_policies
  for each row execute function hold_named_rows(
    'roles', 'role_id', 'select unnest(($1).role_ids)',
    'products', 'product_key', 'select unnest(($1).product_keys)',
    'resource_groups', 'group_id', 'select ($1).resource_group_id');
create trigger analysis_reports_names before insert or update of cohorts on analysis_reports
  for each row execute function hold_named_rows(
    'distributors', 'agent_id', 'select c ->> ''agent_id'' from jsonb_array_elements(($1).cohorts) c',
    'device_groups', 'group_id', 'select c ->> ''group_id'' from jsonb_array_elements(($1).cohorts) c',
    'products', 'product_key', 'select jsonb_array_elements_text(c -> ''product_keys'') from jsonb_array_elements(($1).cohorts) c');
create trigger device_groups_names before insert or update of filter on device_groups
  for each row execute function hold_named_rows(
    'distributors', 'agent_id', 'select ($1).filter ->> ''agent_id''',
    'device_groups', 'group_id', 'select ($1).filter ->> ''group_id''',
    'products', 'product_key', 'select ($1).filter ->> ''product_key''');
create trigger rollouts_names before insert or update of group_id, target on rollouts
  for each row execute function hold_named_rows(
    'distributors', 'agent_id', 'select ($1).target -> ''filter'' ->> ''agent_id''',
    'device_groups', 'group_id', 'select ($1).target -> ''filter'' ->> ''group_id''',
    'resource_groups', 'group_id', 'select ($1).group_id');
create trigger resource_groups_names before insert or update of agent_ids, product_keys on resource_groups
  for each row execute function hold_named_rows(
    'distributors', 'agent_id', 'select unnest(($1).agent_ids)',
    'products', 'product_key', 'select unnest(($1).product_keys)');
create trigger distributors_names before insert or update of product_keys on distributors
  for each row execute function hold_named_rows('products', 'product_key', 'select unnest(($1).product_keys)');
create trigger device_imports_names before insert or update of product_key, product_keys on device_imports
  for each row execute function hold_named_rows(
    'products', 'product_key', 'select ($1).product_key union select unnest(($1).product_keys)');
