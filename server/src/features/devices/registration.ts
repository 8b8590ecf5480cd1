import type { EventMessage, Registration } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { isIccid } from '@heatfleet/contract/identifiers.ts'
import type pg from 'pg'
import { busAlarmOf } from '../../ingest/alarm-changes.ts'
import type { CachedDevice, DeviceCache } from '../../ingest/device-cache.ts'
import { storeAlarmChanges } from '../../ingest/store-alarms.ts'
import { inTransaction } from '../../platform/transaction.ts'
import type { DeviceTransport } from '../../transports/device-transport.ts'
import { linkCard } from '../iccids/public.ts'
import { pollPlanOf } from './poll-plan.ts'
import { insertEvent, type RegistrationFacts, storeRegistration, updateBusStatus } from './store-connectivity.ts'

type Deps = {
  pool: pg.Pool
  device_cache: Pick<DeviceCache, 'findLayout'>
  transport: Pick<DeviceTransport, 'publish'>
}

/** The stored fields of a registration; invalid values become null. */
export const factsOf = (device_id: number, registration: Registration): RegistrationFacts => ({
  device_id,
  iccid: registration.iccid !== undefined && isIccid(registration.iccid) ? registration.iccid : null,
  software_version: registration.mcu?.sw ?? null,
  hardware_version: registration.mcu?.hw ?? registration.hw,
  module_type: registration.hw,
  module_version: registration.fw,
  generic: registration.gen === undefined ? null : registration.gen === 1,
  dtu_default_pk: registration.dpk ?? null,
  register_name: registration.mcu?.hw ?? null,
  rssi_dbm: registration.rssi === undefined || registration.rssi === -128 ? null : registration.rssi,
  boot: registration.boot ?? null,
})

/**
 * Handles a registration (device-protocol 3): stores its fields, records a restart, sends the poll plan if it differs.
 * `is_model_due` = its board is not known yet, or another product is to read it.
 */
export const register = async (
  { pool, device_cache, transport }: Deps,
  device: CachedDevice,
  registration: Registration,
  at_ms: number,
): Promise<{ is_model_due: boolean }> => {
  const { device_id, mac } = device
  const facts = factsOf(device_id, registration)
  const { is_new_boot, is_model_due } = await storeRegistration(pool, facts)
  if (facts.iccid !== null) await linkCard(pool, { device_id, iccid: facts.iccid, at: new Date(at_ms) })
  if (is_new_boot) {
    const detail = { boot: registration.boot, why: registration.why ?? null, fw: registration.fw }
    await insertEvent(pool, { device_id, at_ms, kind: 'boot', detail })
  }
  const layout = await device_cache.findLayout(device)
  if (layout !== null && layout.poll_blocks.length > 0 && registration.plan !== layout.layout_id)
    transport.publish(mac, 'cfg', buildPayload(pollPlanOf(layout)))
  return { is_model_due }
}

/** Sends the current poll plan to the online devices of these products; the others get it when they register. */
export const sendPlans = async (
  {
    device_cache,
    transport,
  }: { device_cache: Pick<DeviceCache, 'listOnline' | 'findLayout'>; transport: Pick<DeviceTransport, 'publish'> },
  product_keys: readonly string[],
): Promise<void> => {
  for (const device of device_cache.listOnline(product_keys)) {
    const layout = await device_cache.findLayout(device)
    if (layout !== null && layout.poll_blocks.length > 0)
      transport.publish(device.mac, 'cfg', buildPayload(pollPlanOf(layout)))
  }
}

/** Handles a module event; true when the bus status changed. */
export const takeEvent = async (
  { pool }: Pick<Deps, 'pool'>,
  device: CachedDevice,
  event: EventMessage,
  at_ms: number,
): Promise<boolean> => {
  const { device_id } = device
  if (event.k !== '485') {
    await insertEvent(pool, { device_id, at_ms, kind: event.k, detail: event.d })
    return false
  }
  const bus_status = event.d.st === 'down' ? 'lost' : 'ok'
  const alarm = busAlarmOf(device_id, bus_status === 'lost' ? 'ok' : 'lost', bus_status, at_ms)
  const has_changed = await inTransaction(pool, async (client) => {
    // A report's flag may have changed the status before: then no event is recorded.
    if (!(await updateBusStatus(client, device_id, bus_status))) return false
    await insertEvent(client, { device_id, at_ms, kind: '485', detail: event.d })
    await storeAlarmChanges(client, alarm === null ? [] : [alarm])
    return true
  })
  device.state = { ...device.state, bus_status }
  return has_changed
}
