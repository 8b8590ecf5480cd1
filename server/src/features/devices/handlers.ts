import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { CursorPaging } from '@heatfleet/contract/paging.ts'
import type { AppContext } from '../../app-context.ts'
import { seesPoint } from '../../audience.ts'
import type { Caller } from '../../caller.ts'
import type { Changes } from '../../changes.ts'
import { type Handlers, writtenList } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { readCursorPage } from '../../platform/list-cursor.ts'
import { findRemoteConsent } from '../bindings/public.ts'
import { type Layouts, unpublishedRefusal } from '../products/public.ts'
import { askedBy } from './filter-rights.ts'
import { latestTexts, latestValues } from './latest-values.ts'
import { readRowFacts } from './row-facts.ts'
import {
  findDevice,
  isNewestFrameRefused,
  listAgentChain,
  saveFavourite,
  updateDeviceName,
  updateTestBench,
} from './store.ts'
import { countByTab, listDevices, listDevicesAfter } from './store-list.ts'
import { findGroupOf } from './store-members.ts'
import { listMenuAgents, listMenuProducts } from './store-menu.ts'
import { toDevice } from './to-wire.ts'
import { zoneOfCountry } from './zone-of-country.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus' | 'secret_key'> & { layouts: Layouts; changes: Changes }
type Names =
  | 'deviceList'
  | 'devicesList'
  | 'deviceInfo'
  | 'deviceRowFacts'
  | 'deviceUpdate'
  | 'deviceFavourite'
  | 'deviceTestBench'
  | 'menuProducts'
  | 'menuAgents'
  | 'curveNames'

/** The inventory: devices of the scope, their details, names, marks, and what pickers need. */
export const deviceHandlers = ({ database, database: { db }, clock, bus, secret_key, layouts, changes }: Deps) =>
  ({
    deviceList: async ({ query, body }, { caller }) => {
      if (query.cursor !== undefined) return readByCursor({ database, clock, secret_key }, caller, query, body)
      const { written, ...page } = await listPage({ database, clock }, caller, query, body)
      return writtenList(page, written)
    },

    devicesList: async ({ query }, { caller }) => {
      const { written, counts: _, ...page } = await listPage({ database, clock }, caller, query, DeviceFilter.parse({}))
      return writtenList(page, written)
    },

    deviceInfo: async ({ query }, { caller }) => {
      const row = await findDevice(db, caller.scope, caller.uid, query.mac)
      const layout_id = row?.layout_id ?? null
      const layout = layout_id === null ? null : await layouts.find(layout_id)
      const remote_consent = await findRemoteConsent(db, caller.scope, query.mac)
      if (row === null || remote_consent === null) throw new Refusal('device_not_found')
      const device = toDevice(row)
      if (layout === null) throw await unpublishedRefusal(db, device.product_key)
      const values = latestValues(layout, row.latest_blocks)
      return {
        ...device,
        layout_id: layout.layout_id,
        agent_chain: await listAgentChain(db, caller.scope, row.agent_path),
        remote_consent,
        time_zone: row.agent_country === null ? null : zoneOfCountry(row.agent_country),
        // Blocks of which no point can be read are no data either.
        parsing_failed:
          (row.latest_blocks !== null && layout.points.length > 0 && values.length === 0) ||
          (await isNewestFrameRefused(db, caller.scope, query.mac)),
        values: values.filter(({ key }) => seesPoint(caller, layout.byKey.get(key))),
        texts: latestTexts(layout, row.latest_blocks).filter(({ key }) => seesPoint(caller, layout.byKey.get(key))),
      }
    },

    deviceRowFacts: async ({ body: { macs } }, { caller }) => readRowFacts(db, caller, macs),

    deviceUpdate: async ({ query }, { caller, note }) => {
      note({ object: `device ${query.mac}`, detail: { after: { device_name: query.device_name } } })
      const row = await updateDeviceName(db, caller.scope, query.mac, query.device_name)
      if (row === null) throw new Refusal('device_not_found')
      note({ detail: changedFields({ device_name: row.name_before }, { device_name: row.device_name }) })
      bus.publish({ kind: 'devices_changed', device_ids: [row.device_id] })
      changes.deviceRenamed.publish(row)
      return { mac: row.mac, device_name: row.device_name }
    },

    deviceFavourite: async ({ query }, { caller, note }) => {
      note({ object: `device ${query.mac}` })
      const row = await findDevice(db, caller.scope, caller.uid, query.mac)
      if (row === null) throw new Refusal('device_not_found')
      await saveFavourite(db, caller.uid, row.device_id, query.favourite)
      note({ detail: changedFields({ favourite: toDevice(row).favourite }, { favourite: query.favourite }) })
      return { mac: row.mac, favourite: query.favourite }
    },

    deviceTestBench: async ({ query, body: { test_bench } }, { caller, note }) => {
      note({ object: `device ${query.mac}`, detail: { after: { test_bench } } })
      const row = await updateTestBench(db, caller.scope, query.mac, test_bench)
      if (row === null) throw new Refusal('device_not_found')
      note({ detail: changedFields({ test_bench: row.was }, { test_bench }) })
      return { mac: row.mac, test_bench }
    },

    menuProducts: async (_, { caller }) => listMenuProducts(database, caller.scope),

    menuAgents: async (_, { caller }) => {
      const rows = await listMenuAgents(database, caller.scope)
      const inside = new Set(rows.map((row) => row.agent_id))
      // The distributor above the own one is hidden.
      return rows.map((row) => ({ ...row, parent_id: inside.has(row.parent_id ?? 0) ? row.parent_id : null }))
    },

    curveNames: async ({ query }, { caller }) => {
      const layout = await layouts.findInUse(query.product_key)
      if (layout === null) throw await unpublishedRefusal(db, query.product_key)
      return layout.points
        .filter((point) => point.in_history && seesPoint(caller, point))
        .map(({ key, names, unit, group_tag, tab, accumulate }) => ({
          key,
          names,
          unit,
          group_tag,
          tab,
          accumulate,
          default_curve: layout.default_curves.has(key),
        }))
    },
  }) satisfies Pick<Handlers, Names>

/** The next devices of a read by cursor, in the order of their ids. */
const readByCursor = async (
  { database, clock, secret_key }: Pick<Deps, 'database' | 'clock' | 'secret_key'>,
  caller: Caller,
  query: CursorPaging,
  filter: DeviceFilter,
) => {
  const group = await findGroupOf(database.db, caller, filter)
  const device_query = { ...askedBy(caller), filter, now: new Date(clock.now()), group }
  const counts = await countByTab(database, caller.scope, device_query)
  const { rows, page } = await readCursorPage(secret_key, {
    call: 'deviceList',
    uid: caller.uid,
    filter,
    query,
    list: async (part) => ({
      rows: 'after' in part ? await listDevicesAfter(database, caller.scope, device_query, part.after, part.limit) : [],
      total: counts[filter.quick],
    }),
    keyOf: ({ mac }) => mac,
  })
  return { list: rows.map(toDevice), ...page, counts }
}

/** One page of the list, its devices in JSON, with the counts of its quick tabs. */
const listPage = async (
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  caller: Caller,
  { pageNo, size }: CursorPaging,
  filter: DeviceFilter,
) => {
  const group = await findGroupOf(database.db, caller, filter)
  const part = { offset: (pageNo - 1) * size, limit: size }
  const listQuery = { ...askedBy(caller), filter, now: new Date(clock.now()), group, ...part }
  const { written, counts } = await listDevices(database, caller.scope, listQuery)
  return { written, total: counts[filter.quick], pageNo, size, counts }
}
