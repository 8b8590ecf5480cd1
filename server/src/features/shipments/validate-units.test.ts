import { api } from '@heatfleet/contract/api.ts'
import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import type { ShipProblem } from '@heatfleet/contract/shipments/shipments.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../../test/refusals.ts'
import { useShipments } from '../../../test/shipments-case.ts'
import type { SmallAccount, SmallDistributor } from '../../../test/small-fleet.ts'

const fixture = useShipments()
const { by, idOf, macOf, send, holderOf, setUnit, setAgent, bind } = fixture

beforeAll(async () => {
  const basics = { ...exampleProductFile.basics, name: 'Other', english_name: 'Other' }
  await (await by('admin'))(api.productCreate, { body: { product_key: 'other', basics } })
})

describe('the verdict on a unit', () => {
  const cases: [
    string,
    ShipProblem[],
    { person?: SmallAccount; to?: SmallDistributor; unit: number; before?: () => Promise<unknown> },
  ][] = [
    ['in stock', [], { unit: 0 }],
    ['of another distributor', ['unknown'], { unit: 5 }],
    ['at a distributor below', ['already_shipped'], { unit: 2 }],
    ['at a distributor above the sender', ['not_in_stock'], { person: 'admin', to: 'A11', unit: 0 }],
    ['of a customer', ['bound'], { unit: 0, before: () => bind(0) }],
    ['on line once', ['in_use'], { unit: 0, before: () => setUnit(0, { active: true }) }],
    [
      'of a product that the receiver does not sell',
      ['product_not_sold'],
      { unit: 0, before: () => setAgent('A1', { product_keys: ['other'] }) },
    ],
    [
      'of a product that it sells',
      [],
      { unit: 0, before: () => setAgent('A1', { product_keys: ['other', fixture.fleet.product_key] }) },
    ],
    [
      'for a place where the sender does not sell',
      ['outside_area'],
      { unit: 0, before: () => setAgent('A', { agency_area: ['330200', '320000'] }) },
    ],
    ['for a place within its area', [], { unit: 0, before: () => setAgent('A', { agency_area: ['330000'] }) }],
  ]
  it.each(cases)('%s is %o', async (_, problems, { person = 'province_a', to = 'A1', unit, before }) => {
    await before?.()
    const check = await (await by(person))(api.shipCheck, { body: { agent_id: idOf(to), macs: [macOf(unit)] } })
    expect(check.rows).toMatchObject([{ row: 1, mac: macOf(unit), problems }])
    expect(check.rows[0]?.holder_name).toBe(problems[0] === 'already_shipped' ? 'A11' : '')
    const is_refused = problems.some((problem) => !['in_use', 'outside_area'].includes(problem))
    expect(check.errors).toBe(is_refused ? 1 : 0)
    expect(await codeOf(send(person, to, [unit]))).toBe(is_refused ? 'shipment_has_errors' : 'ok')
  })

  it('of a file is reported for each row of the column that holds ids, and omitted rows are not shipped', async () => {
    const call = await by('province_a')
    const lines = ['Order,IMEI', `1,${macOf(0)}`, `2,${macOf(0)}`, '3,8612', '4,', `5,${macOf(5)}`]
    const body = { file_name: 'units.csv', content: Buffer.from(lines.join('\n')).toString('base64') }
    const query = { agent_id: idOf('A1') }
    const check = await call(api.shipFileCheck, { query, body })
    expect(check.rows.map(({ row, problems }) => [row, ...problems])).toEqual([
      [2],
      [3, 'twice'],
      [4, 'malformed'],
      [6, 'unknown'],
    ])
    expect(await codeOf(call(api.shipFile, { query, body }))).toBe('shipment_has_errors')
    expect(await codeOf(call(api.shipFile, { query, body: { ...body, left_out: [2, 3, 4, 6] } }))).toBe(
      'shipment_has_errors',
    )
    const shipped = await call(api.shipFile, { query, body: { ...body, left_out: [3, 4, 6], order_no: 'PO-9' } })
    expect(shipped.device_count).toBe(1)
    expect(await holderOf(0)).toBe('A1')
    const nothing = { ...body, content: Buffer.from('Order\n1').toString('base64') }
    expect(await codeOf(call(api.shipFileCheck, { query, body: nothing }))).toBe('sheet_unreadable')
    const many = Array.from({ length: 1_001 }, (_, at) => imeiOf(String(86_100_000_000_000 + at)))
    const long = { ...body, content: Buffer.from(many.join('\n')).toString('base64') }
    expect(await codeOf(call(api.shipFileCheck, { query, body: long }))).toBe('sheet_too_large')
  })
})
