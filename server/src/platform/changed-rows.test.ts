import { expect, test } from 'vitest'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase()

test('a trigger that joins the old and the new rows of a statement never does so by a nested loop', async () => {
  const { rows } = await database.pool.query<{ function: string; is_bounded: boolean }>(
    `select distinct p.proname as function,
       'enable_nestloop=off' = any(p.proconfig) or p.prosrc like '%set_config(''enable_nestloop'', ''off'', true)%' as is_bounded
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where t.tgoldtable is not null and t.tgnewtable is not null
       and p.prosrc ~ ('(from|join)\\s+' || t.tgoldtable || '\\M') and p.prosrc ~ ('(from|join)\\s+' || t.tgnewtable || '\\M')
       and p.prosrc ~ ('join\\s+(' || t.tgoldtable || '|' || t.tgnewtable || ')\\M')
     order by 1`,
  )
  expect(rows.map(({ function: name }) => name)).toEqual(
    expect.arrayContaining(['map_changed_devices', 'note_changed_alarms', 'webhook_shipment_moved']),
  )
  expect(rows.filter(({ is_bounded }) => is_bounded !== true)).toEqual([])
})
