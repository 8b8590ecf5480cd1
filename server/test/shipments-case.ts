import { api } from '@heatfleet/contract/api.ts'
import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { useFleetConsole } from './fleet-console.ts'
import type { SmallAccount, SmallDistributor } from './small-fleet.ts'

/** The small fleet behind a console, before each test with every unit where it was at first and nothing shipped. */
export const useShipments = () => {
  const { database, fleet, console_, as: by } = useFleetConsole()
  /** Everything where the small fleet has it, and nothing shipped. */
  beforeEach(async () => {
    const { db } = database
    await sql`truncate shipments restart identity cascade`.execute(db)
    await db.deleteFrom('bindings').execute()
    for (const [name, { agent_path, agent_id }] of Object.entries(fleet.distributors)) {
      // The names of the table above.
      const parent = PARENT[name as SmallDistributor]
      const parent_id = parent === null ? null : fleet.distributors[parent].agent_id
      const plain = { product_keys: [], agency_area: [], device_quota: null }
      await db
        .updateTable('distributors')
        .set({ agent_path, parent_id, ...plain })
        .where('agent_id', '=', agent_id)
        .execute()
    }
    for (const { mac, at, agent_path } of fleet.devices)
      await db
        .updateTable('devices')
        .set({ agent_id: fleet.distributors[at].agent_id, agent_path, active: false })
        .where('mac', '=', mac)
        .execute()
  })

  const idOf = (at: SmallDistributor): number => fleet.distributors[at].agent_id
  /** Units in the order of the small fleet: one at A, A1, A11, A11, A2, B. */
  const macOf = (unit: number): string => fleet.devices[unit]?.mac ?? ''
  const send = async (person: SmallAccount, to: SmallDistributor, units: number[], papers: object = {}) =>
    (await by(person))(api.shipDevices, { body: { agent_id: idOf(to), macs: units.map(macOf), ...papers } })
  const macsOf = async (person: SmallAccount, tab: 'to_ship' | 'shipped' | 'returned', more: object = {}) =>
    (await (await by(person))(api.shippedDeviceList, { body: { tab, ...more } })).list.map(({ mac }) => mac)
  const holderOf = async (unit: number) =>
    (
      await database.db
        .selectFrom('devices')
        .innerJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
        .where('mac', '=', macOf(unit))
        .select(['agent_name', 'devices.agent_path', 'distributors.agent_path as path'])
        .executeTakeFirstOrThrow()
    ).agent_name
  const setUnit = (unit: number, row: object) =>
    database.db.updateTable('devices').set(row).where('mac', '=', macOf(unit)).execute()
  const setAgent = (at: SmallDistributor, row: object) =>
    database.db.updateTable('distributors').set(row).where('agent_id', '=', idOf(at)).execute()
  const bind = async (unit: number) => {
    const { db } = database
    const user = { nick_name: 'Owner', phone: '13800000000', email: null }
    const { app_user_id } = await db
      .insertInto('app_users')
      .values(user)
      .returning('app_user_id')
      .executeTakeFirstOrThrow()
    const device_id = fleet.devices[unit]?.device_id ?? 0
    await db.insertInto('bindings').values({ device_id, app_user_id, role: 'owner', bind_way: 'scan' }).execute()
  }
  return {
    database,
    by,
    idOf,
    macOf,
    send,
    macsOf,
    holderOf,
    setUnit,
    setAgent,
    bind,
    fleet,
    get reported() {
      return console_.published
    },
  }
}

const PARENT = { A: null, A1: 'A', A2: 'A', A11: 'A1', B: null } as const
