import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { describe, expect, it } from 'vitest'
import { fileOf, linesOf, outcomeOf } from '../../../test/export-steps.ts'
import { codeOf } from '../../../test/refusals.ts'
import { useShipments } from '../../../test/shipments-case.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const fixture = useShipments()
const { by, idOf, macOf, send, macsOf, setUnit } = fixture

describe('lists of shipments', () => {
  it('are filtered', async () => {
    await send('province_a', 'A1', [0], { order_no: 'PO-1' })
    await send('city_a1', 'A11', [1], { order_no: 'PX-2' })
    const batches = async (body: object) =>
      (await (await by('province_a'))(api.shipmentList, { body })).list.map(({ batch_no }) => batch_no.slice(-1))
    const day = 86_400_000
    const at = (days: number) => new Date(Date.now() + days * day).toISOString()
    for (const [filter, found] of [
      [{}, ['2', '1']],
      [{ batch_no: 's0000000001' }, ['1']],
      [{ order_no: 'po' }, ['1']],
      [{ order_no: '%' }, []],
      [{ agent_id: idOf('A1') }, ['2', '1']],
      [{ agent_id: idOf('A11') }, ['2']],
      [{ agent_id: idOf('B') }, []],
      [{ product_key: fixture.fleet.product_key }, ['2', '1']],
      [{ product_key: 'none' }, []],
      [{ ship_from: at(-1), ship_to: at(1) }, ['2', '1']],
      [{ ship_from: at(1) }, []],
      [{ ship_to: at(-1) }, []],
    ] as const)
      expect([filter, await batches(filter)]).toEqual([filter, [...found]])
    await setUnit(0, { active: true })
    for (const [filter, found] of [
      [{ macs: [macOf(0)] }, [0]],
      [{ ever_online: true }, [0]],
      [{ ever_online: false }, [1]],
      [{ state: 'confirmed' }, []],
      [{ order_no: 'PX' }, [1]],
      [{ shipment_id: 2 }, [1]],
      [{ agent_id: idOf('A11') }, [1]],
      [{ product_key: 'none' }, []],
    ] as const)
      expect([filter, await macsOf('province_a', 'shipped', filter)]).toEqual([filter, found.map(macOf)])
    expect(await macsOf('admin', 'to_ship', { agent_id: idOf('B') })).toEqual([macOf(5)])
    expect(await macsOf('province_a', 'to_ship', { agent_id: idOf('B') })).toEqual([])
  })

  it('count what the own distributor has and sent', async () => {
    await send('province_a', 'A1', [0])
    await send('city_a1', 'A11', [1])
    await fixture.database.db
      .updateTable('shipments')
      .set({ shipped_at: new Date(Date.now() - 70 * 86_400_000) })
      .where('shipment_id', '=', 1)
      .execute()
    const figures = async (person: SmallAccount) => (await by(person))(api.shipmentFigures)
    expect(await figures('province_a')).toEqual({ in_stock: 0, shipped_this_month: 0, not_online: 1, returned: 0 })
    expect(await figures('city_a1')).toEqual({ in_stock: 1, shipped_this_month: 1, not_online: 0, returned: 0 })
    expect(await figures('city_a2')).toEqual({ in_stock: 1, shipped_this_month: 0, not_online: 0, returned: 0 })
    expect(await figures('admin')).toEqual({ in_stock: 6, shipped_this_month: 1, not_online: 1, returned: 0 })
    await setUnit(0, { active: true })
    expect(await figures('province_a')).toMatchObject({ not_online: 0 })
  })

  it('are taken away as a file: of one batch its packing list', async () => {
    const { shipment_id } = await send('province_a', 'A1', [0])
    const call = await by('province_a')
    const columns = ['mac', 'receiver_name', 'state'] as const
    const query = {
      kind: 'shipment-list',
      format: 'csv',
      file_name: 'packing',
      time_zone: 'UTC',
      language: 'en',
    } as const
    const make = async (person: Call, filter: object) => {
      const { export_id } = await person(api.exportCreate, { body: { ...query, columns: [...columns], filter } })
      return linesOf(await fileOf(person, (await outcomeOf(person, export_id)).export_id)).slice(1)
    }
    expect(await make(call, { shipment_id })).toEqual([`"\t${macOf(0)}","A1","In transit"`])
    expect(await make(await by('city_a1'), { tab: 'to_ship' })).toHaveLength(2)
    expect(await make(await by('city_a2'), { shipment_id })).toEqual([])
    const county = await by('county_a11')
    const refused = county(api.exportCreate, { body: { ...query, columns: [...columns], filter: {} } })
    expect(await codeOf(refused)).toBe('no_permission')
  })
})
