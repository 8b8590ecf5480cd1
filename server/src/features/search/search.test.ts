import { api } from '@heatfleet/contract/api.ts'
import { foldText } from '@heatfleet/contract/search/fold-text.ts'
import { searchWordsOf } from '@heatfleet/contract/search/search-words.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { similarIds } from './store-similar.ts'

const { database, fleet, as } = useFleetConsole()

/** Of the devices at A, A1, A11, A11, A2, B. */
const NAMES = ['Łódź Wschód', 'Große Straße 5', '杭州暖源12号', '重庆 Villa', 'Café Süd', 'Haus Schneider']
/** Its code is in the fault set of the built-in product. */
const FAULT = { en: 'Tank sensor fault', zh: '水箱传感器故障', pl: 'Usterka czujnika CWU' }
const AT = new Date('2026-02-01T08:00:00Z')
let order_id = 0
let app_user_id = 0

beforeAll(async () => {
  const { db } = database
  for (const [index, device_name] of NAMES.entries())
    await db
      .updateTable('devices')
      .set({ device_name })
      .where('device_id', '=', fleet.devices[index]?.device_id ?? 0)
      .execute()
  await db
    .updateTable('distributors')
    .set({ agent_name: '宁波暖源' })
    .where('agent_id', '=', fleet.distributors.A2.agent_id)
    .execute()
  await db.updateTable('accounts').set({ nick_name: 'Zoë Wójcik' }).where('user_name', '=', 'city_a2').execute()
  const anna = { nick_name: 'Anna Żak', phone: '+48500600700', email: 'anna@example.com' }
  app_user_id = (await db.insertInto('app_users').values(anna).returning('app_user_id').executeTakeFirstOrThrow())
    .app_user_id
  const device_id = fleet.devices[4]?.device_id ?? 0
  await db.insertInto('bindings').values({ device_id, app_user_id, role: 'owner', bind_way: 'scan' }).execute()
  const order = {
    device_id,
    app_user_id,
    agent_id: fleet.distributors.A2.agent_id,
    type: 'fault',
    source: 'app',
  } as const
  order_id = (
    await db
      .insertInto('service_orders')
      .values({ ...order, problem: 'Ciepła woda: létní provoz nefunguje', feedback_at: AT })
      .returning('order_id')
      .executeTakeFirstOrThrow()
  ).order_id
  await sql`insert into fault_codes (set_name, code, names, category, severity, causes, checks, remedies, updated_at)
    values ('sprsun_cg248075', 'F01', ${JSON.stringify(FAULT)}, 'sensor', 'warning', '{}', '{}', '{}', now())
    on conflict (set_name, code) do update set names = excluded.names`.execute(db)
  await db
    .insertInto('alarms')
    .values(
      fleet.devices.slice(0, 2).map((device) => ({
        device_id: device.device_id,
        type: 'device_fault' as const,
        rule_key: 'fault_f1',
        code: 'F01',
        severity: 'major' as const,
        first_at: AT,
        last_at: AT,
        snapshot_done: true,
      })),
    )
    .execute()
})

const find = async (account: SmallAccount, text: string, more: object = {}) =>
  (await as(account))(api.searchAll, { body: { text, ...more } })

/** Places of the devices found, in the order of the small fleet. */
const devicesBy = async (account: SmallAccount, text: string): Promise<number[]> =>
  (await find(account, text)).devices.map(({ mac }) => fleet.devices.findIndex((device) => device.mac === mac))

describe('a device is found', () => {
  it.each([
    ['by the beginning of its name', 'haus', [5]],
    ['by a word of it', 'schneider', [5]],
    ['by a part of a word', 'neid', [5]],
    ['by words in any order', 'schneider haus', [5]],
    ['without the strokes and accents of Polish', 'lodz wsch', [0]],
    ['with them', 'ŁÓDŹ', [0]],
    ['by ss for ß', 'grosse strasse', [1]],
    ['by ß', 'Straße', [1]],
    ['without accents', 'cafe sud', [4]],
    ['by the initials of the pinyin', 'hzny', [2]],
    ['by the first two of them', 'hz', [2]],
    ['by the second reading of a character', 'cq', [3]],
    ['by Chinese characters', '暖源', [2]],
    ['by one character', '庆', [3]],
    ['by the beginning of a MAC', 'a4c1', [3, 5]],
    ['by a MAC with separators', 'A4:C1:38:00:00:06', [5]],
    ['by the last four digits', '0006', [5]],
    ['by no wildcard', '%%%', []],
    ['by no quote', "'; drop table devices --", []],
    ['by nothing for a single letter', 'h', []],
    ['by nothing for three digits of its end', '006', []],
  ])('%s: %s', async (_, text, expected) => {
    expect((await devicesBy('admin', text)).toSorted((a, b) => a - b)).toEqual(expected)
  })

  it('by the last four digits of an IMEI, before those whose name holds them', async () => {
    const { mac = '' } = fleet.devices[0] ?? {}
    const end = mac.slice(-4)
    await database.db
      .updateTable('devices')
      .set({ device_name: `Haus Schneider ${end}` })
      .where('mac', '=', fleet.devices[5]?.mac ?? '')
      .execute()
    expect(await devicesBy('admin', end)).toEqual([0, 5])
  })

  it('unless it is virtual and not named by its complete id', async () => {
    const { mac = '' } = fleet.devices[4] ?? {}
    const make = (virtual: boolean) =>
      database.db.updateTable('devices').set({ virtual }).where('mac', '=', mac).execute()
    await make(true)
    expect([await devicesBy('admin', 'cafe'), await devicesBy('admin', mac)]).toEqual([[], [4]])
    await make(false)
  })
})

describe('where nothing matches, a device with a similar name is found', () => {
  it.each([
    ['with a wrong letter', 'schmeider', [5]],
    ['with a wrong first letter', 'dchneider', [5]],
    ['without a letter', 'schnider', [5]],
    ['with a letter too many', 'schneiider', [5]],
    ['with two letters swapped', 'shcneider', [5]],
    ['by its beginning', 'shcnei', [5]],
    ['in one of two words', 'schmeider haus', [5]],
    ['in a short word', 'hais', [5]],
    ['without accents', 'wshcod', [0]],
    ['with a wrong character', '杭州暖园', [2]],
    ['with characters swapped', '杭暖州源', [2]],
    ['without a character, and with its number', '杭州源12号', [2]],
    ['but not by another number', 'grosse strasze 6', []],
    ['but not by another number behind Chinese', '杭州暖园13号', []],
    ['but not with two errors', 'schmeidre', []],
    ['but not with an error in each word', 'hais schmeider', []],
    ['but not by three letters of a longer word', 'hsu', []],
    ['nor by the first three of a longer one', 'hax', []],
  ])('%s: %s', async (_, text, expected) => {
    const places = (await devicesBy('admin', text)).toSorted((a, b) => a - b)
    expect([(await find('admin', text)).is_similar, places]).toEqual([expected.length > 0, expected])
  })

  it('and no similar one beside what matches', async () => {
    await database.db
      .updateTable('accounts')
      .set({ nick_name: 'Schneiderin' })
      .where('user_name', '=', 'city_a1')
      .execute()
    expect(await find('admin', 'schneiderin')).toMatchObject({ is_similar: false, devices: [], accounts: [{}] })
    expect(await find('admin', 'schneiderim')).toMatchObject({ is_similar: true, devices: [], accounts: [{}] })
    expect(await find('admin', 'letni provoz')).toMatchObject({ is_similar: false, devices: [], orders: [{}] })
    expect(await find('admin', 'nothing at all')).toMatchObject({ is_similar: false })
  })

  it('as distributors and people are', async () => {
    expect((await find('admin', '宁波暖园')).distributors).toMatchObject([{ agent_name: '宁波暖源' }])
    expect((await find('admin', 'zoe wojick')).accounts).toMatchObject([{ nick_name: 'Zoë Wójcik' }])
    expect((await find('admin', 'amna zak')).app_users).toMatchObject([{ app_user_id }])
  })

  it('in scope, with the right, and as many as were asked for', async () => {
    expect(await devicesBy('province_b', 'schmeider')).toEqual([5])
    expect(await devicesBy('county_a11', 'schmeider')).toEqual([])
    expect((await find('city_a1', 'zoe wojick')).accounts).toEqual([])
    expect((await find('factory', 'zoe wojick')).accounts).toEqual([])
    expect((await find('city_a1', '宁波暖园')).distributors).toEqual([])
    expect((await find('admin', 'schmeider', { kinds: ['account'] })).devices).toEqual([])
    expect((await find('admin', 'ciry')).accounts).toHaveLength(2)
    expect((await find('admin', 'ciry', { size: 1 })).accounts).toHaveLength(1)
  })
})

it('what takes too long to be looked for is not similar', async () => {
  const { db, pool } = database
  const words = searchWordsOf('amna zak')
  if (words === null) throw new Error('These are words.')
  const query = { key: 'app_users.app_user_id', of: sql`search_text(app_users.nick_name)`, words, size: 5 }
  const similar = () => similarIds(db, db.selectFrom('app_users'), query)
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query('lock table app_users in access exclusive mode')
    expect(await similar()).toEqual([])
  } finally {
    await other.query('rollback')
    other.release()
  }
  expect(await similar()).toEqual([app_user_id])
})

describe('of the fleet, each finds what is in scope', () => {
  it.each([
    ['admin', [2], ['宁波暖源'], 1, 2, 1],
    ['province_a', [2], ['宁波暖源'], 1, 2, 1],
    ['city_a1', [2], [], 0, 1, 0],
    ['city_a2', [], ['宁波暖源'], 1, 0, 1],
    ['county_a11', [2], [], 0, 0, 0],
    ['province_b', [], [], 0, 0, 0],
  ] as const)('%s', async (account, devices, distributors, orders, alarms, accounts) => {
    expect(await devicesBy(account, 'ny')).toEqual([])
    expect(await devicesBy(account, 'hzny')).toEqual(devices)
    expect((await find(account, 'nbny')).distributors.map(({ agent_name }) => agent_name)).toEqual(distributors)
    expect((await find(account, 'letni provoz')).orders).toHaveLength(orders)
    expect((await find(account, 'F01')).alarms).toHaveLength(alarms)
    expect((await find(account, 'wojcik')).accounts).toHaveLength(accounts)
  })

  it('and of kinds without the right nothing; named, they are refused', async () => {
    const call = await as('factory')
    expect((await call(api.searchAll, { body: { text: 'wojcik' } })).accounts).toEqual([])
    expect(await codeOf(call(api.searchAll, { body: { text: 'wojcik', kinds: ['account'] } }))).toBe('no_permission')
  })

  it('with the distributor above only where that is in scope', async () => {
    const parent = async (account: SmallAccount) => (await find(account, '宁波')).distributors[0]?.parent_name
    expect([await parent('province_a'), await parent('city_a2')]).toEqual(['A', null])
  })
})

describe('people, orders and alarms are found', () => {
  it('an order by its number, with and without a number sign', async () => {
    for (const text of [`#${order_id}`, `${order_id}`])
      expect((await find('admin', text)).orders).toMatchObject([
        { order_id, status: 'unresolved', device_name: 'Café Süd' },
      ])
  })

  it('an app user by name, number, and a part of the phone only by who may see it', async () => {
    expect((await find('admin', 'anna zak')).app_users).toMatchObject([{ app_user_id, phone: '+48500600700' }])
    expect((await find('admin', `#${app_user_id}`)).app_users).toMatchObject([{ app_user_id }])
    expect((await find('admin', '500600')).app_users).toHaveLength(1)
    expect((await find('admin', 'example.com')).app_users).toHaveLength(1)
    expect((await find('auditor', '500600')).app_users).toEqual([])
    expect((await find('auditor', '+48500600700')).app_users).toMatchObject([{ app_user_id, phone: '+4***00' }])
  })

  it('an alarm by its code, the name of the code in any language, and its type', async () => {
    for (const text of ['f01', 'tank sensor', '传感器', 'cgq', 'usterka czujnika cwu'])
      expect((await find('admin', text)).alarms, text).toHaveLength(2)
    expect((await find('admin', 'zzz', { alarm_types: ['device_fault'] })).alarms).toHaveLength(2)
    expect((await find('city_a1', 'zzz', { alarm_types: ['device_fault'] })).alarms).toHaveLength(1)
  })

  it('at most so many of each kind as were asked for', async () => {
    expect((await find('admin', 'a4c1', { size: 1 })).devices).toHaveLength(1)
    expect((await find('admin', 'city')).accounts).toHaveLength(2)
    expect((await find('admin', 'city', { size: 1 })).accounts).toHaveLength(1)
  })
})

it.each(['Łódź', 'Straße ẞ', 'Ærø Œuvre', 'Đorđe ısı', 'ＡＢＣ', 'żółć', 'Grüße', 'e\u0301', '杭州', 'ĐİŁØ'])(
  'the database folds %s as the console does',
  async (text) => {
    const { rows } = await sql<{ folded: string }>`select fold_text(${text}) as folded`.execute(database.db)
    expect(rows[0]?.folded).toBe(foldText(text))
  },
)
