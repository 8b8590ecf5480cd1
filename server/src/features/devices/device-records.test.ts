import { api } from '@heatfleet/contract/api.ts'
import { RecordTable } from '@heatfleet/contract/products/record-tables.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import { blockOf } from '../../../test/report-bytes.ts'
import type { SmallAccount, SmallDevice } from '../../../test/small-fleet.ts'
import { packLatestBlocks } from '../../ingest/latest-blocks.ts'

const { database, fleet, as } = useFleetConsole()
const SET = 'sprsun_cg248075'
const NOTHING = '{"en": "", "zh": "", "pl": ""}'
const READ_S = 1_795_000_000
let unit: SmallDevice

const word = (en: string) => ({ en, zh: '', pl: '' })
const column = (role: string, offset: number, data_type: string, more: object = {}) => ({
  key: role,
  names: word(role),
  role,
  offset,
  data_type,
  ...more,
})
const ERRORS = RecordTable.parse({
  key: 'errors',
  names: word('Error history'),
  query_cmd: 3,
  address: 700,
  stride: 5,
  count: 4,
  fault_pattern: 'F##',
  columns: [
    column('code', 0, 'u16'),
    column('year', 1, 'bcd_high'),
    column('month', 1, 'bcd_low'),
    column('day', 2, 'bcd_high'),
    column('hour', 2, 'bcd_low'),
    column('minute', 3, 'u16'),
    { ...column('value', 4, 's16'), key: 't_amb', read: 'raw*0.1', unit: '°C', decimals: 1, invalid: [32_767] },
  ],
})
const INSTALLER = RecordTable.parse({
  ...ERRORS,
  key: 'resets',
  names: word('Resets'),
  address: 900,
  stride: 2,
  count: 2,
  visible: 'installer',
  columns: [column('unix', 0, 'u32_be')],
})

const holds = (words: Record<number, number>, more: ReturnType<typeof blockOf>[] = []) =>
  database.db
    .updateTable('device_status')
    .set({
      layout_id: null,
      latest_blocks: packLatestBlocks(
        [blockOf(words), ...more].map((block, at) => ({ block, at_s: READ_S + 60 * at })),
      ),
    })
    .where('device_id', '=', unit.device_id)
    .execute()
const recordsAs = async (account: SmallAccount) => (await as(account))(api.deviceRecords, { query: { mac: unit.mac } })

beforeAll(async () => {
  const found = fleet.devices.find(({ at }) => at === 'A11')
  if (found === undefined) throw new Error('The small fleet has a device at A11.')
  unit = found
  await database.pool.query(`update product_versions set settings = settings || $1::jsonb`, [
    JSON.stringify({ record_tables: [ERRORS, INSTALLER], fault_sets: [SET] }),
  ])
  await database.pool.query(
    `insert into fault_codes (set_name, code, names, category, severity, causes, checks, remedies, built_in, updated_at)
     values ($1, 'F07', $2, 'flow', 'fault', $3, $3, $3, true, now())`,
    [SET, JSON.stringify(word('Water flow fault')), NOTHING],
  )
})

describe('the records of a board', () => {
  it('are none before they were read', async () => {
    await holds({ 1: 0 })
    expect(await recordsAs('admin')).toMatchObject([
      { key: 'errors', records: [], read_at: null, count: 4, unread: 4 },
      { key: 'resets', records: [], read_at: null },
    ])
  })

  it('have code, fault, time and values, the newest first; empty ones are left out', async () => {
    await holds({
      700: 3,
      701: 0x26_02,
      702: 0x28_23,
      703: 59,
      704: 32_767,
      705: 7,
      706: 0x26_11,
      707: 0x20_06,
      708: 41,
      709: -25,
      710: 9,
      711: 0,
      712: 0,
      713: 0,
      714: 0,
      715: 0,
      716: 0,
      717: 0,
      718: 0,
      719: 0,
    })
    const [errors] = await recordsAs('county_a11')
    expect(errors).toMatchObject({ has_code: true, has_time: true, count: 4, unread: 0, read_at: READ_S * 1000 })
    expect(errors?.columns.map(({ key, unit: of }) => `${key} ${of}`)).toEqual(['t_amb °C'])
    expect(errors?.records).toEqual([
      {
        nr: 2,
        time: '2026-11-20T06:41:00',
        code: { value: 7, code: 'F07', names: word('Water flow fault'), severity: 'fault' },
        values: [{ key: 't_amb', value: -2.5 }],
      },
      {
        nr: 1,
        time: '2026-02-28T23:59:00',
        code: { value: 3, code: 'F03', names: null, severity: null },
        values: [],
      },
      {
        nr: 3,
        time: null,
        code: { value: 9, code: 'F09', names: null, severity: null },
        values: [{ key: 't_amb', value: 0 }],
      },
    ])
  })

  it('of seconds since 1970 are shown as the clock of the place showed them', async () => {
    const at_s = Date.UTC(2026, 6, 1, 10) / 1000
    await holds({ 900: Math.floor(at_s / 65_536), 901: at_s % 65_536, 902: 0, 903: 0 })
    const resets = (await recordsAs('admin')).find(({ key }) => key === 'resets')
    const shown = new Intl.DateTimeFormat('sv', {
      timeZone: resets?.time_zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    }).format(at_s * 1000)
    expect(resets?.records).toMatchObject([{ nr: 1, time: shown.replace(' ', 'T'), code: null }])
  })

  it('that were not all read are counted; their age is that of the oldest part', async () => {
    await holds({ 705: 7, 709: 0 }, [blockOf({ 710: 9, 714: 0 })])
    expect((await recordsAs('admin'))[0]).toMatchObject({ unread: 2, read_at: READ_S * 1000 })
  })

  it('for installers are not there for others', async () => {
    const keys = (await recordsAs('county_a11')).map(({ key }) => key)
    expect(keys).toEqual(['errors'])
    expect((await recordsAs('admin')).map(({ key }) => key)).toEqual(['errors', 'resets'])
  })

  it.each<SmallAccount>(['city_a2', 'province_b'])(
    'are not there for %s, who does not have the unit',
    async (account) => {
      expect(await codeOf(recordsAs(account))).toBe('device_not_found')
    },
  )
})
