import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { Connections } from '../src/platform/db.ts'
import { codeOnLabel, registerApp } from './app-client.ts'
import { startConsole } from './console-world.ts'
import { type SmallAccount, type SmallDevice, seedSmallFleet } from './small-fleet.ts'

/** What a call about one order is given. */
export const at = (id: number) => ({ params: { id } })

/** The small fleet behind a console, and Anna, who has the unit of A1 and reports about it in the app. */
export const openOrderCase = async (database: Connections) => {
  const fleet = await seedSmallFleet(database.db)
  const server = await startConsole(database)
  const app = await registerApp(database.db, server.base_url)
  const unitOf = (index: number): SmallDevice => {
    const device = fleet.devices[index]
    if (device === undefined) throw new Error('The small fleet has six units.')
    return device
  }
  const bind = (person: { call: Call }, device: SmallDevice) =>
    person.call(api.appBind, { body: { device_id: device.mac, code: codeOnLabel(device) } })
  const anna = await app.join('anna@example.com')
  const unit = unitOf(1)
  await bind(anna, unit)
  const by = async (account: SmallAccount): Promise<Call> => (await server.signIn(account)).call
  const file = (person: { call: Call } = anna, more: object = {}) =>
    person.call(api.appFileOrder, { body: { device_id: unit.mac, type: 'fault', problem: 'It is cold.', ...more } })
  const reply = async (account: SmallAccount, id: number, text = 'We are on it.') =>
    (await by(account))(api.orderReply, { ...at(id), body: { text } })
  const resolved = async (): Promise<number> => {
    const { order_id } = await file()
    await reply('city_a1', order_id)
    await (await by('city_a1'))(api.orderResolve, at(order_id))
    return order_id
  }
  /** Everything is closed: room for what comes. */
  const closeAll = () =>
    database.db
      .updateTable('service_orders')
      .set({ status: 'resolved', resolved_at: new Date() })
      .where('status', '=', 'unresolved')
      .execute()
  return { fleet, app, anna, unit, unitOf, bind, by, file, reply, resolved, closeAll, close: () => server.close() }
}
export type OrderCase = Awaited<ReturnType<typeof openOrderCase>>
