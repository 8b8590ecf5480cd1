import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { ownerDataCase, T_IN, T_OUT } from '../../../test/owner-data-case.ts'
import { codeOf, refusalOf } from '../../../test/refusals.ts'

const { database, fleet, console_ } = useFleetConsole()
const MINUTE = 60_000
/** A whole minute, ten minutes ago. */
const START = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * MINUTE
let of: Awaited<ReturnType<typeof ownerDataCase>>

beforeAll(async () => {
  of = await ownerDataCase({ database, fleet, console_ })
})

const wordsAt = (minute: number) => ({ [T_IN]: 300, [T_OUT]: 350 + minute })
const minutes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => [START + (from + at) * MINUTE, wordsAt(from + at)] as const)

describe('the owner of a unit', () => {
  it('reads what each point means: names, unit, formula, version of the product', async () => {
    const device = of.unit(0)
    const { call } = await of.own('meta@example.com', device)
    const metadata = await call(api.appDataMetadata, { params: { device_id: device.mac } })
    expect(metadata).toMatchObject({ form: 'heatfleet-owner-data/1', device_id: device.mac, product_version: 1 })
    expect(metadata.data_to).toBeNull()
    expect(metadata.points.find(({ key }) => key === 't_out')).toMatchObject({
      unit: '°C',
      formula: expect.any(String),
    })
    expect(metadata.points.find(({ key }) => key === 'p_el')).toMatchObject({ data_type: 'calc' })
  })

  it('reads the newest values and pages through all reports since the binding, then waits for the next one', async () => {
    const device = of.unit(1)
    const params = { device_id: device.mac }
    await of.report(device, minutes(0, 8))
    // Bound after the second report.
    const { call } = await of.own('pages@example.com', device, (Date.now() - (START + 1.5 * MINUTE)) / MINUTE)
    const latest = await call(api.appDataLatest, { params })
    expect(latest.values).toContainEqual({
      key: 't_out',
      value: 35.7,
      time: new Date(START + 7 * MINUTE).toISOString(),
    })
    const rows: (number | null)[][] = []
    let cursor: string | undefined
    for (let more = true; more; ) {
      const page = await call(api.appDataHistory, {
        params,
        query: { points: 't_out,t_in', rows: 2, ...(cursor === undefined ? {} : { cursor }) },
      })
      expect(page.points).toEqual(['t_out', 't_in'])
      expect(page.rows.length).toBeLessThanOrEqual(2)
      rows.push(...page.rows)
      ;({ more, next_cursor: cursor } = page)
    }
    expect(rows).toEqual(minutes(2, 8).map(([at, words]) => [at, (words[T_OUT] ?? 0) / 10, 30]))
    // Nothing is new: an answer that does not wait is empty, one that waits has the report that comes meanwhile.
    const query = { points: 't_out', cursor: cursor ?? '' }
    expect((await call(api.appDataHistory, { params, query })).rows).toEqual([])
    const waited = call(api.appDataHistory, { params, query: { ...query, wait_s: 20 } })
    const live = call(api.appDataLatest, { params, query: { after: latest.cursor, wait_s: 20 } })
    await of.report(device, minutes(8, 9))
    expect((await waited).rows).toEqual([[START + 8 * MINUTE, 35.8]])
    expect((await live).time).toBe(new Date(START + 8 * MINUTE).toISOString())
  })

  it('is told what is wrong with a query', async () => {
    const device = of.unit(1)
    const { call } = await of.app.signIn('pages@example.com')
    const params = { device_id: device.mac }
    const history = (query: object) => refusalOf(call(api.appDataHistory, { params, query }), 'key')
    expect(await history({ points: 't_out,no_such' })).toBe('data_point_unknown points no_such')
    expect(await history({ cursor: 'x' })).toBe('data_cursor_invalid cursor')
    expect(await codeOf(call(api.appDataHistory, { params, query: { rows: LIMITS.data_rows_max + 1 } }))).toBe(
      'invalid_input',
    )
    expect(await codeOf(call(api.appDataLatest, { params, query: { wait_s: LIMITS.data_wait_max_s + 1 } }))).toBe(
      'invalid_input',
    )
  })

  it('is alone: a person it is shared with, a stranger and a former owner read and grant nothing', async () => {
    const device = of.unit(2)
    const params = { device_id: device.mac }
    const owner = await of.own('alone@example.com', device)
    const guest = await of.app.join('guest@example.com')
    const { code } = await owner.call(api.appShare, { params })
    await guest.call(api.appJoin, { body: { code } })
    const stranger = await of.app.join('stranger@example.com')
    const body = { recipient: 'X', purpose: 'Y', expires_in_days: 1 }
    const tryAll = ({ call }: typeof guest) =>
      Promise.all([
        codeOf(call(api.appDataMetadata, { params })),
        codeOf(call(api.appDataLatest, { params })),
        codeOf(call(api.appDataHistory, { params })),
        codeOf(call(api.appDataGrants, { params })),
        codeOf(call(api.appGrantData, { params, body })),
        codeOf(call(api.appRevokeData, { params: { ...params, grant_id: 1 } })),
      ])
    expect(new Set(await tryAll(guest))).toEqual(new Set(['not_owner']))
    expect(new Set(await tryAll(stranger))).toEqual(new Set(['not_bound']))
    await owner.call(api.appUnbind, { params })
    expect(new Set(await tryAll(owner))).toEqual(new Set(['not_bound']))
  })

  it('makes so many reads of a kind in a minute, and no more', async () => {
    const device = of.unit(3)
    const { call } = await of.own('often@example.com', device)
    const params = { device_id: device.mac }
    const statuses: string[] = []
    for (let at = 0; at <= LIMITS.data_calls_per_minute; at += 1)
      statuses.push(
        await call(api.appDataMetadata, { params }).then(
          () => 'ok',
          (error: unknown) => String(error),
        ),
      )
    expect(statuses.slice(0, -1)).toEqual(Array(LIMITS.data_calls_per_minute).fill('ok'))
    expect(statuses.at(-1)).not.toBe('ok')
    // Another kind has a count of its own.
    expect(await codeOf(call(api.appDataLatest, { params }))).toBe('ok')
  })

  it('leaves an entry in the audit log for the first read of a kind and day, and a count of all', async () => {
    const device = of.unit(4)
    const { call, app_user_id } = await of.own('audited@example.com', device)
    for (let at = 0; at < 3; at += 1) await call(api.appDataHistory, { params: { device_id: device.mac } })
    const entries = await database.db
      .selectFrom('audit_log')
      .select(['action', 'user_name', 'result'])
      .where('object', '=', `device ${device.mac}`)
      .where('action', '=', 'appDataHistory')
      .execute()
    expect(entries).toEqual([{ action: 'appDataHistory', user_name: `app-user ${app_user_id}`, result: 'ok' }])
    const counted = await database.db
      .selectFrom('data_accesses')
      .select(['call', 'count', 'grant_id'])
      .where('device_id', '=', device.device_id)
      .execute()
    expect(counted).toEqual([{ call: 'history', count: 3, grant_id: null }])
  })
})
