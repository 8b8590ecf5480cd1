import { api } from '@heatfleet/contract/api.ts'
import type { AuditLine } from '@heatfleet/contract/audit/audit.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileOf, linesOf, outcomeOf } from '../../../test/export-steps.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { maskDetail } from './mask-detail.ts'
import { insertAuditEntry } from './store.ts'
import { createAuditWriter, LEFT_OUT } from './write-audit.ts'

const { database, fleet, console_ } = useFleetConsole()
let admin: Call
const MARK = 'audit-test'

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  const lineOf = (user_name: SmallAccount, minute: number, part: object = {}) => ({
    at: new Date(Date.UTC(2026, 0, 10, 12, minute)),
    uid: fleet.accounts[user_name],
    user_name,
    address: `10.0.0.${minute}`,
    action: 'deviceUpdate',
    object: `device ${minute}`,
    detail: { before: { phone: '13800000000' }, after: { phone: '13911111111' } },
    result: 'ok',
    request_id: `request-${minute}`,
    method: 'POST',
    user_agent: MARK,
    ...part,
  })
  await insertAuditEntry(database.db, lineOf('admin', 1))
  await insertAuditEntry(database.db, lineOf('province_a', 2, { object: 'role 3', action: 'editRole' }))
  await insertAuditEntry(database.db, lineOf('city_a1', 3, { result: 'no_permission', object: 'role 33' }))
  await insertAuditEntry(database.db, lineOf('county_a11', 4, { result: 'device_not_found' }))
  await insertAuditEntry(database.db, lineOf('province_b', 5, { result: 'above_max', detail: { note: '100%_sure' } }))
  await insertAuditEntry(database.db, lineOf('staff', 7, { result: 'stale_edit', user_agent: MARK }))
  await insertAuditEntry(database.db, lineOf('admin', 6, { uid: null, user_name: 'nobody', action: 'login' }))
})

const DAY = { from: '2026-01-10T00:00:00Z', to: '2026-01-10T23:59:59Z' }
const minutesOf = (lines: readonly AuditLine[]) => lines.map(({ at }) => new Date(at).getUTCMinutes())

describe('the audit log', () => {
  it.each([
    ['admin', [7, 6, 5, 4, 3, 2, 1]],
    ['auditor', [7, 6, 5, 4, 3, 2, 1]],
    ['province_a', [4, 3, 2]],
    ['province_b', [5]],
  ] as const)('shows %s the lines of people within the scope', async (user_name, minutes) => {
    const { call } = await console_.signIn(user_name)
    const { list, total, more } = await call(api.auditList, { body: DAY })
    expect(minutesOf(list)).toEqual(minutes)
    expect({ total, more }).toEqual({ total: minutes.length, more: false })
  })

  it('is closed to who lacks the right, and that leaves a line of its own', async () => {
    const { call } = await console_.signIn('city_a1')
    expect(await codeOf(call(api.auditList))).toBe('no_permission')
    const { list } = await admin(api.auditList, { body: { action: 'auditList', user_name: 'city_a1' } })
    expect(list).toMatchObject([
      { user_name: 'city_a1', role_name: 'City agent', agent_name: 'A1', result: 'no_permission', method: 'POST' },
    ])
  })

  it.each([
    ['account', { user_name: 'COUNTY' }, [4]],
    [
      'number of the account',
      {
        get uid() {
          return fleet.accounts.province_a
        },
      },
      [2],
    ],
    ['address', { address: '10.0.0.3' }, [3]],
    ['the beginning of an address', { address: '10.0' }, [7, 6, 5, 4, 3, 2, 1]],
    ['a part of an address that is not its beginning', { address: '0.0.3' }, []],
    ['a sign that no address has', { address: '10.0.0._' }, []],
    ['another sign that no address has', { address: '%3' }, []],
    ['action', { action: 'editRole' }, [2]],
    ['one object', { object: 'role 3' }, [2]],
    ['a kind of object', { object: 'role' }, [3, 2]],
    ['what was done', { result: 'ok' }, [6, 2, 1]],
    ['what was refused', { result: 'refused' }, [5, 4, 3]],
    ['edits of what somebody else had changed', { result: 'conflict' }, [7]],
    ['objects outside the scope', { result: 'no_access' }, [4, 3]],
    ['request', { request_id: 'request-5' }, [5]],
    ['text of the detail', { text: '100%_SURE' }, [5]],
    ['oldest first', { sort_order: 'asc' }, [1, 2, 3, 4, 5, 6, 7]],
  ] as const)('filters by %s', async (_, filter, minutes) => {
    const { list } = await admin(api.auditList, { body: { ...DAY, ...filter } })
    expect(minutesOf(list)).toEqual(minutes)
  })

  it('pages without repeating or losing a line', async () => {
    const pages = [1, 2, 3, 4].map((pageNo) => admin(api.auditList, { query: { pageNo, size: 2 }, body: DAY }))
    expect((await Promise.all(pages)).map(({ list }) => minutesOf(list))).toEqual([[7, 6], [5, 4], [3, 2], [1]])
  })

  it('hides personal data from who may not see them', async () => {
    const { call } = await console_.signIn('auditor')
    const [line] = (await call(api.auditList, { body: { ...DAY, request_id: 'request-1' } })).list
    expect(line?.detail).toEqual({ before: { phone: '13***00' }, after: { phone: '13***11' } })
    expect(maskDetail({ permissions: new Set() }, { list: [{ email: 'a.b@c.de', n: 1, none: null }] })).toEqual({
      list: [{ email: 'a***@c.de', n: 1, none: null }],
    })
  })

  it('goes into a file with what was before and after, within the same scope', async () => {
    const { call } = await console_.signIn('auditor')
    const { export_id, period_from } = await call(api.exportCreate, {
      body: {
        kind: 'audit-log',
        format: 'csv',
        file_name: 'audit',
        time_zone: 'UTC',
        language: 'en',
        columns: ['at', 'action', 'before'],
        filter: { ...DAY, object: 'role 3' },
      },
    })
    expect(period_from).toBe('2026-01-10T00:00:00.000Z')
    expect(await outcomeOf(call, export_id)).toMatchObject({ state: 'done', rows_done: 1 })
    expect(linesOf(await fileOf(call, export_id))[1]).toBe(
      '"2026-01-10 12:02:00","Edit role","{""phone"":""13***00""}"',
    )
  })

  it.each([
    ['changed', 'update audit_log set user_name = $1'],
    ['shortened', 'delete from audit_log where user_name = $1'],
    ['emptied', 'truncate audit_log'],
  ])('cannot be %s', async (_, statement) => {
    const values = statement.includes('$1') ? ['x'] : []
    await expect(database.pool.query(statement, values)).rejects.toThrow('append-only')
  })
})

it('returns changes by an account together with changes to it', async () => {
  const { admin: own, province_a, city_a1 } = fleet.accounts
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 12, 12, minute))
  const line = { user_name: '', address: '', action: 'accountEdit', detail: {}, result: 'ok', request_id: '' }
  const entry = { ...line, method: 'PUT', user_agent: MARK }
  await insertAuditEntry(database.db, { ...entry, at: at(1), uid: own, object: `account ${province_a}` })
  await insertAuditEntry(database.db, { ...entry, at: at(2), uid: province_a, object: `account ${city_a1}` })
  await insertAuditEntry(database.db, { ...entry, at: at(3), uid: own, object: `account ${city_a1}` })
  const body = { account: province_a, from: at(0).toISOString(), to: at(9).toISOString() }
  expect(minutesOf((await admin(api.auditList, { body })).list)).toEqual([2, 1])
})

describe('a flood of refusals', () => {
  it('is written up to the limit of a minute; one entry counts the rest', async () => {
    const clock = createMovedClock(Date.UTC(2026, 1, 1))
    const writer = createAuditWriter({ database, clock, log: pino({ level: 'silent' }) })
    const line = (result: string, uid: number | null = fleet.accounts.city_a2) => ({
      at: new Date(clock.now()),
      uid,
      user_name: 'flood',
      address: '10.9.9.9',
      action: 'deviceInfo',
      object: 'device 1',
      detail: {},
      result,
      request_id: 'flood',
      method: 'GET',
      user_agent: '',
    })
    const count = async (action: string) => (await admin(api.auditList, { body: { user_name: 'flood', action } })).total
    for (let at = 0; at < LIMITS.audit_refusals_per_minute + 7; at += 1) await writer.write(line('device_not_found'))
    // What was done is never left out, nor what others were refused.
    await writer.write(line('ok'))
    await writer.write(line('device_not_found', null))
    expect(await count('deviceInfo')).toBe(LIMITS.audit_refusals_per_minute + 2)
    await writer.close()
    const { list } = await admin(api.auditList, { body: { user_name: 'flood', action: LEFT_OUT } })
    expect(list).toMatchObject([{ detail: { count: 7 }, result: 'device_not_found', object: 'audit' }])
    await writer.write(line('device_not_found'))
    expect(await count('deviceInfo')).toBe(LIMITS.audit_refusals_per_minute + 3)
    await writer.close()
  })
})
