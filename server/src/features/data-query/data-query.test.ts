import type { DataQueryInput } from '@heatfleet/contract/data-query/data-query.ts'
import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { usePushCase } from '../../../test/push-case.ts'
import type { PushConsole } from '../../../test/push-console.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const the = usePushCase()
const SOLD: readonly string[] = [
  imeiOf('86000000000001'),
  imeiOf('86000000000002'),
  imeiOf('86000000000003'),
  'a4c138000004',
  imeiOf('86000000000005'),
  'a4c138000006',
]

beforeAll(async () => {
  const { db } = the.database
  await db
    .insertInto('iccids')
    .values({
      iccid: '89860012345678910020',
      checksum_wrong: false,
      device_id: the.own.device_id,
      imported_at: new Date(0),
    })
    .execute()
  const control = {
    uid: the.fleet.accounts.admin,
    operator_name: 'admin',
    operator_email: 'admin@example.com',
    source: 'console' as const,
    expires_at: new Date(1),
    layout_id: the.fleet.layout_id,
    point_key: 'sp_heat',
    state: 'verified' as const,
  }
  await db
    .insertInto('control_log')
    .values(
      [40, 42, 47].map((new_value, at) => ({
        ...control,
        device_id: at < 2 ? the.own.device_id : the.foreign.device_id,
        control_time: new Date(`2026-11-0${at + 1}T00:00:00Z`),
        old_value: 45,
        new_value,
      })),
    )
    .execute()
})

/** One socket of one account for each test, opened when first asked. */
const opened = new Map<SmallAccount, { console: PushConsole; token: string }>()
beforeEach(() => opened.clear())

const consoleOf = async (account: SmallAccount) => {
  const found = opened.get(account)
  if (found !== undefined) return found
  const console = await the.stage.open()
  const who = await signIn(the, the.fleet.accounts[account])
  await console.authenticate(who)
  const made = { console, token: who.token }
  opened.set(account, made)
  return made
}

const ask = async (account: SmallAccount, data_query: unknown, own_token?: string) => {
  const { console, token } = await consoleOf(account)
  const message = { cmd: 'UserFormatDataQuery', token: own_token ?? token, data_query }
  return console.answerTo(console.send(message as Parameters<PushConsole['send']>[0]))
}

const MACS: DataQueryInput = { select: { table: 'device', columns: ['mac'] } }
const macsOf = async (account: SmallAccount, query: unknown = MACS): Promise<unknown[]> => {
  const answer = await ask(account, query)
  if (answer.cmd !== 'UserFormatDataQueryAck') throw new Error(JSON.stringify(answer))
  return answer.result.flatMap((item) => item.distinct_column.map((cells) => cells['device.mac']))
}

describe('data query over the socket', () => {
  it('answers one table in the form of the specification', async () => {
    const answer = await ask('admin', {
      action: 'query',
      select: { table: 'device', columns: ['mac', 'device_name', 'active_status', 'import_time', 'flow_c'] },
      where: { single_table: [{ name: 'device_name', option: 'starts_with', value: 'House' }] },
      order: [{ name: 'device_name', option: 'desc' }],
      addition: { pageNo: 2, pageSize: 4 },
    })
    expect(answer).toEqual({
      cmd: 'UserFormatDataQueryAck',
      sn: expect.any(Number),
      code: 200,
      msg: 'success',
      error: null,
      record_count: 2,
      format: {
        repeat_column: [],
        distinct_column: [
          'device.mac',
          'device.device_name',
          'device.active_status',
          'device.import_time',
          'device.flow_c',
        ],
      },
      result: [
        {
          repeat_column: {},
          distinct_column: ['House 2', 'House 1'].map((name, at) => ({
            'device.mac': SOLD[1 - at],
            'device.device_name': name,
            'device.active_status': false,
            'device.import_time': '2026-01-15T08:00:00.000Z',
            'device.flow_c': null,
          })),
        },
      ],
      addition: { which_page: 2, page_size: 4, total_page: 2, total_count: 6 },
    })
  })

  it.each([
    ['admin', SOLD],
    ['province_a', SOLD.slice(0, 5)],
    ['city_a1', SOLD.slice(1, 4)],
    ['county_a11', SOLD.slice(2, 4)],
    ['province_b', SOLD.slice(5)],
    ['office_a', SOLD.slice(0, 1)],
    ['staff_hangzhou', SOLD.slice(1, 4)],
  ] as const)('gives %s the units of its scope', async (account, macs) => {
    expect(await macsOf(account)).toEqual([...macs].sort())
  })

  it.each([
    ['=', 'House 3', ['House 3']],
    ['!=', 'House 3', ['House 1', 'House 2', 'House 4', 'House 5', 'House 6']],
    ['in', ['House 1', 'House 6', "x' or true"], ['House 1', 'House 6']],
    ['not_in', ['House 1', 'House 6'], ['House 2', 'House 3', 'House 4', 'House 5']],
    ['contains', 'USE 4', ['House 4']],
    ['contains', '%', []],
    ['is_null', undefined, []],
  ])('compares a text by %s %j', async (option, value, names) => {
    const answer = await ask('admin', {
      select: [{ table: 'device', columns: ['device_name'] }],
      where: { single_table: [{ name: 'device_name', option, value }] },
      order: [{ name: 'device_name' }],
    })
    if (answer.cmd !== 'UserFormatDataQueryAck') throw new Error(JSON.stringify(answer))
    const cells = answer.result.flatMap(({ distinct_column }) => distinct_column)
    expect(cells.map((cell) => cell['device.device_name'])).toEqual(names)
  })

  it('binds and more closely than or', async () => {
    const single_table = [
      { name: 'mac', option: '=', value: SOLD[0] },
      { name: 'device_name', option: '=', value: 'House 2' },
      { method: 'or', name: 'device_name', option: '=', value: 'House 5' },
      { name: 'import_time', option: 'between', value: ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'] },
    ]
    expect(await macsOf('admin', { ...MACS, where: { single_table } })).toEqual([SOLD[4]])
  })

  it('joins tables and writes the first once for its rows', async () => {
    const answer = await ask('county_a11', {
      select: [
        { table: 'device', columns: ['mac'] },
        { table: 'control', columns: ['new_value'] },
      ],
      where: { two_table: [{ table: 'control', name: 'mac', other_table: 'device', other_name: 'mac' }] },
    })
    expect(answer).toMatchObject({
      record_count: 2,
      format: { repeat_column: ['device.mac'], distinct_column: ['control.new_value'] },
      result: [
        {
          repeat_column: { 'device.mac': the.own.mac },
          distinct_column: [{ 'control.new_value': 40 }, { 'control.new_value': 42 }],
        },
      ],
    })
  })

  it('keeps rows without a partner in a left join, and hides partners out of scope', async () => {
    const rows = await ask('city_a1', {
      select: [
        { table: 'device', columns: ['mac'] },
        { table: 'iccid', columns: ['iccid'] },
        { table: 'agent', columns: ['agent_name'] },
      ],
      where: {
        two_table: [
          { method: 'left_join', table: 'device', name: 'mac', other_table: 'iccid', other_name: 'mac' },
          { method: 'left_join', table: 'device', name: 'agent_id', other_table: 'agent', other_name: 'agent_id' },
        ],
      },
    })
    expect(rows).toMatchObject({
      result: [
        [SOLD[1], null, 'A1'],
        [SOLD[2], '89860012345678910020', 'A11'],
        [SOLD[3], null, 'A11'],
      ].map(([mac, iccid, agent_name]) => ({
        repeat_column: { 'device.mac': mac },
        distinct_column: [{ 'iccid.iccid': iccid, 'agent.agent_name': agent_name }],
      })),
    })
  })

  it('calculates over groups', async () => {
    const answer = await ask('admin', {
      select: {
        table: 'control',
        columns: ['mac', { name: 'control_id', method: 'count' }, { name: 'new_value', method: 'avg' }],
      },
      order: [{ name: 'control_id', method: 'count', option: 'desc' }],
    })
    expect(answer).toMatchObject({
      record_count: 2,
      result: [
        {
          distinct_column: [
            { 'control.mac': the.own.mac, 'control.control_id.count': 2, 'control.new_value.avg': 41 },
            { 'control.mac': the.foreign.mac, 'control.control_id.count': 1, 'control.new_value.avg': 47 },
          ],
        },
      ],
    })
  })

  it('puts rows that are equal in the columns of the group into one item', async () => {
    const answer = await ask('province_a', {
      select: { table: 'device', columns: ['net', 'device_name'] },
      group: [{ name: 'net' }],
      order: [{ name: 'device_name' }, { name: 'net', option: 'desc' }],
    })
    expect(answer).toMatchObject({
      format: { repeat_column: ['device.net'], distinct_column: ['device.device_name'] },
      result: [
        { repeat_column: { 'device.net': 'wifi' }, distinct_column: [{ 'device.device_name': 'House 4' }] },
        {
          repeat_column: { 'device.net': '4g' },
          distinct_column: ['House 1', 'House 2', 'House 3', 'House 5'].map((name) => ({ 'device.device_name': name })),
        },
      ],
    })
  })

  it('only counts when asked to', async () => {
    expect(await ask('county_a11', { ...MACS, action: 'count' })).toMatchObject({
      record_count: 0,
      result: [],
      addition: { total_count: 2 },
    })
  })

  it('answers about the named products alone unless the whole platform is asked', async () => {
    const { console, token } = await consoleOf('admin')
    // This socket named no product.
    const message = { cmd: 'UserFormatDataQuery', token, data_query: { ...MACS, request_saas: false } }
    const answer = await console.answerTo(console.send(message as Parameters<PushConsole['send']>[0]))
    expect(answer).toMatchObject({ addition: { total_count: 0 } })
  })

  it.each([
    ['an unknown table', { select: { table: 'accounts', columns: ['uid'] } }, 'select.table'],
    ['a part that is not one', { ...MACS, having: 1 }, null],
    [
      'a page that is too large',
      { ...MACS, addition: { pageSize: LIMITS.query_page_size_max + 1 } },
      'addition.pageSize',
    ],
    [
      'a text that cannot be stored',
      { ...MACS, where: { single_table: [{ name: 'mac', option: '=', value: '\u0000' }] } },
      'where.single_table.0.value',
    ],
  ])('refuses %s and says where', async (_, query, field) => {
    expect(await ask('city_a1', query)).toMatchObject({
      cmd: 'CommandAck',
      code: 400,
      error: 'invalid_input',
      field: field === null ? 'data_query' : `data_query.${field}`,
    })
  })

  it('refuses a table without its right', async () => {
    const answer = await ask('county_a11', { select: { table: 'agent', columns: ['agent_id'] } })
    expect(answer).toMatchObject({ error: 'no_permission', field: 'data_query.select.0.table' })
  })

  it('refuses the token of another session', async () => {
    const other = await signIn(the, the.fleet.accounts.admin)
    expect(await ask('county_a11', MACS, other.token)).toMatchObject({ error: 'invalid_token', field: 'token' })
  })
})
