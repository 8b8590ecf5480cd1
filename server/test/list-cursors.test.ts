import { api } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from './fleet-console.ts'
import { refusalOf } from './refusals.ts'

const { database, fleet, console_, as } = useFleetConsole()
const SIZE = 4
/** Rows there are before a read, and rows that come between two of its pages. */
const [BEFORE, BETWEEN] = [23, 3]
/** So many pages find rows inserted after them: a list in which new rows come last would go on for ever. */
const PAGES_WITH_INSERTS = 12

let from = 0
/** Inserts rows at both ends and between others. */
const insert = async (rowsOf: (numbers: ReturnType<typeof sql>) => ReturnType<typeof sql>, rows: number) => {
  from += rows
  await rowsOf(sql`generate_series(${from - rows + 1}::int, ${from}::int) n`).execute(database.db)
}
/** A moment for a number: in no order of the numbers, several the same. */
const MOMENT = sql`timestamptz '2026-11-20 10:00Z' + (n * 7 % 5) * interval '1 minute'`
const UNIT =
  () => sql`(select * from devices where device_id = any(${fleet.devices.map((one) => one.device_id)}) order by
  device_id offset n % 6 limit 1)`

type Query = { pageNo?: number; size?: number; cursor?: string }
type Pages = { list: readonly unknown[]; next_cursor?: string | null | undefined; total: number }
type CursorCase = {
  name: string
  read: (call: Call, query: Query, is_narrowed?: boolean) => Promise<Pages>
  keyOf: (row: never) => string | number
  rowsOf: (numbers: ReturnType<typeof sql>) => ReturnType<typeof sql>
}
const NARROWED = { search: 'House' }
const CASES: CursorCase[] = [
  {
    name: 'devices',
    read: (call, query, is_narrowed) => call(api.deviceList, { query, body: is_narrowed ? NARROWED : {} }),
    keyOf: ({ mac }: { mac: string }) => mac,
    rowsOf: (numbers) => sql`with made as (
      insert into devices (mac, device_name, product_key, agent_id, agent_path, net, secret_sealed, import_time, import_tag,
        identify_status, imported_user)
      select lpad((n * 7919 % 100000)::text, 5, '8') || lpad(n::text, 10, '0'), 'Cursor ' || n, unit.product_key,
        unit.agent_id, unit.agent_path, unit.net, unit.secret_sealed, ${MOMENT}, '', unit.identify_status, 'admin'
      from ${numbers}, lateral ${UNIT()} unit returning device_id)
      insert into device_status (device_id) select device_id from made`,
  },
  {
    name: 'alarms',
    read: (call, query, is_narrowed) => call(api.alarmList, { query, body: is_narrowed ? NARROWED : {} }),
    keyOf: ({ alarm_id }: { alarm_id: number }) => alarm_id,
    rowsOf: (numbers) => sql`
      insert into alarms (device_id, agent_path, product_key, type, rule_key, code, severity, first_at, last_at)
      select unit.device_id, unit.agent_path, unit.product_key, 'device_fault', 'c' || n, 'F01', 'major', ${MOMENT}, ${MOMENT}
      from ${numbers}, lateral ${UNIT()} unit`,
  },
  {
    name: 'the control log',
    read: (call, query, is_narrowed) => call(api.controlLog, { query, body: is_narrowed ? NARROWED : {} }),
    keyOf: ({ control_id }: { control_id: number }) => control_id,
    rowsOf: (numbers) => sql`
      insert into control_log (device_id, uid, operator_name, source, control_time, point_key, layout_id, new_value, state,
        expires_at)
      select unit.device_id, ${fleet.accounts.admin}, 'admin', 'console', ${MOMENT}, 'mode', ${fleet.layout_id}, n,
        'verified', now()
      from ${numbers}, lateral ${UNIT()} unit`,
  },
  {
    name: 'the device log',
    read: (call, query, is_narrowed) => call(api.deviceLogList, { query, body: is_narrowed ? NARROWED : {} }),
    keyOf: ({ entry_id }: { entry_id: string }) => entry_id,
    rowsOf: (numbers) => sql`
      insert into device_events (device_id, at, kind)
      select unit.device_id, ${MOMENT}, (array['online', 'offline'])[1 + n % 2] from ${numbers}, lateral ${UNIT()} unit`,
  },
  {
    name: 'the audit log',
    read: (call, query, is_narrowed) => call(api.auditList, { query, body: is_narrowed ? { action: 'editRole' } : {} }),
    keyOf: ({ audit_id }: { audit_id: number }) => audit_id,
    rowsOf: (numbers) => sql`
      insert into audit_log (at, uid, user_name, address, action, object, detail, result, request_id, method, user_agent, agent_path)
      select ${MOMENT}, ${fleet.accounts.admin}, 'admin', '', 'editRole', 'role ' || n, '{}', 'ok', '', 'POST', '',
        (select agent_path from ${UNIT()} unit) from ${numbers}`,
  },
]

let admin: Call
let province: Call
beforeAll(async () => {
  ;[admin, province] = [await as('admin'), await as('province_a')]
})

describe.each(CASES)('$name by cursor', ({ read, keyOf, rowsOf }) => {
  const keysOf = ({ list }: Pages) => list.map((row) => keyOf(row as never)) // rows of the call of this case

  it('come once each and none is missing, although rows are inserted between the pages', async () => {
    await insert(rowsOf, BEFORE)
    for (const call of [admin, province]) {
      const present = keysOf(await read(call, { pageNo: 1, size: 999 }))
      const found: (string | number)[] = []
      let cursor: string | null = 'start'
      for (let page = 1; cursor !== null; page += 1) {
        const answer: Pages = await read(call, { size: SIZE, cursor })
        found.push(...keysOf(answer))
        expect(answer.list.length).toBeLessThanOrEqual(SIZE)
        expect(answer.total).toBeGreaterThanOrEqual(present.length)
        if (page <= PAGES_WITH_INSERTS) await insert(rowsOf, BETWEEN)
        cursor = answer.next_cursor ?? null
      }
      const seen = new Set(found)
      expect(present.length).toBeGreaterThan(SIZE)
      expect({ twice: found.length - seen.size, missing: present.filter((key) => !seen.has(key)) }).toEqual({
        twice: 0,
        missing: [],
      })
      const allowed = new Set(keysOf(await read(call, { pageNo: 1, size: 999 })))
      expect(found.filter((key) => !allowed.has(key))).toEqual([])
    }
  })

  it('go with their filter and account; any other cursor is refused at its field', async () => {
    const { next_cursor } = await read(admin, { size: 1, cursor: 'start' })
    const cursor = next_cursor ?? ''
    expect(keysOf(await read(admin, { size: 1, cursor }))).toHaveLength(1)
    const wrong = 'cursor_invalid cursor'
    expect(await refusalOf(read(admin, { size: 1, cursor }, true))).toBe(wrong)
    expect(await refusalOf(read(province, { size: 1, cursor }))).toBe(wrong)
    for (const made_up of ['x', 'START', 'A'.repeat(40), `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`])
      expect(await refusalOf(read(admin, { size: 1, cursor: made_up })), made_up).toBe(wrong)
  })

  it('are not used by pages with a number', async () => {
    expect((await read(admin, { pageNo: 1, size: 1 })).next_cursor).toBeUndefined()
  })
})

it('a cursor of one list is refused by the others', async () => {
  const cursors = await Promise.all(
    CASES.map(async ({ read }) => (await read(admin, { size: 1, cursor: 'start' })).next_cursor),
  )
  const tried = CASES.flatMap(({ read, name }) =>
    cursors.map((cursor, at) => ({ read, is_own: CASES[at]?.name === name, cursor })),
  )
  const refused = await Promise.all(
    tried.map(({ read, cursor }) =>
      read(admin, { size: 1, cursor: cursor ?? '' }).then(
        () => false,
        () => true,
      ),
    ),
  )
  expect(refused).toEqual(tried.map(({ is_own }) => !is_own))
})

it('a read begun at one address goes on with another session of the same account', async () => {
  const other = createClient({ base_url: console_.base_url, token: () => again.token })
  const again = await console_.signIn('admin')
  const [devices] = CASES
  const first = await devices?.read(admin, { size: 1, cursor: 'start' })
  expect((await devices?.read(other, { size: 1, cursor: first?.next_cursor ?? '' }))?.list).toHaveLength(1)
})
