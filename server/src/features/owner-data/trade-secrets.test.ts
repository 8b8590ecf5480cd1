import { api } from '@heatfleet/contract/api.ts'
import { beforeAll, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { ownerDataCase, T_IN, T_OUT } from '../../../test/owner-data-case.ts'
import { refusalOf } from '../../../test/refusals.ts'

const { database, fleet, console_, as } = useFleetConsole()
const MINUTE = 60_000
const START = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * MINUTE
const REASON = 'Control of the refrigerant circuit'
let of: Awaited<ReturnType<typeof ownerDataCase>>

beforeAll(async () => {
  of = await ownerDataCase({ database, fleet, console_ })
})

it('a trade secret is left out of each answer, also of earlier reports, and named with its reason', async () => {
  const device = of.unit(0)
  const params = { device_id: device.mac }
  await of.report(device, [[START, { [T_IN]: 300, [T_OUT]: 350 }]])
  const owner = await of.own('secrets@example.com', device, 60)
  const third = await of.grant(owner, device, { include_history: true })
  expect((await owner.call(api.appDataLatest, { params })).values).toContainEqual(
    expect.objectContaining({ key: 't_out' }),
  )

  const admin = await as('admin')
  const product = { product_key: fleet.product_key }
  const draft = await admin(api.productDraft, { params: product })
  const point = draft.points.find(({ key }) => key === 't_out')
  if (point === undefined) throw new Error('the product has no t_out')
  const set = [{ ...point, trade_secret: REASON }]
  const { revision } = await admin(api.productDraftSave, { params: product, body: { revision: draft.revision, set } })
  await admin(api.productPublish, { params: product, body: { revision, accept_warnings: true } })

  const named = [{ key: 't_out', names: point.names, reason: REASON }]
  const metadata = await third.call(api.recipientMetadata)
  expect(metadata.withheld).toEqual(named)
  expect(metadata.points.map(({ key }) => key)).not.toContain('t_out')
  for (const latest of [await owner.call(api.appDataLatest, { params }), await third.call(api.recipientLatest)]) {
    expect(latest.withheld).toEqual(named)
    expect(latest.values.map(({ key }) => key)).not.toContain('t_out')
    expect(latest.values.map(({ key }) => key)).toContain('t_in')
  }
  const history = await owner.call(api.appDataHistory, { params })
  expect(history.points).not.toContain('t_out')
  expect(history.withheld).toEqual(named)
  const asked = third.call(api.recipientHistory, { query: { points: 't_in,t_out' } })
  expect(await refusalOf(asked, 'key', 'reason')).toBe(`data_point_withheld points t_out ${REASON}`)
})
