import type { QueryTableName } from '@heatfleet/contract/data-query/tables.ts'
import { useMessages } from '../../messages/messages.ts'

type Texts = Readonly<Record<string, string>>
type Values = Readonly<Record<string, Texts>>

/** Names of columns as the lists of each table have them; what no list shows has a name of its own here. */
export const useColumnNames = (): Record<QueryTableName, readonly Texts[]> => {
  const own = useMessages('data-query')(($) => $.columns, { returnObjects: true })
  const device = useMessages('devices')(($) => $.columns, { returnObjects: true })
  const product = useMessages('products')(($) => $.columns, { returnObjects: true })
  const agent = useMessages('distributors')(($) => $.columns, { returnObjects: true })
  const iccid = useMessages('iccids')(($) => $.columns, { returnObjects: true })
  const control = useMessages('controls')(($) => $.columns, { returnObjects: true })
  const alarm = useMessages('alarms')(($) => $.columns, { returnObjects: true })
  const event = useMessages('device-log')(($) => $.columns, { returnObjects: true })
  const order = useMessages('service-orders')(($) => $.columns, { returnObjects: true })
  const shipment = useMessages('shipments')(($) => $.columns, { returnObjects: true })
  const firmware = useMessages('firmware')(($) => $.columns, { returnObjects: true })
  const account = useMessages('accounts')(($) => $.columns, { returnObjects: true })
  const app_user = useMessages('app-users')(($) => $.columns, { returnObjects: true })
  const binding = useMessages('bindings')(($) => $.columns, { returnObjects: true })
  return {
    device: [own.device, device],
    product: [own.product, product],
    agent: [own.agent, agent],
    iccid: [own.iccid, iccid],
    control: [own.control, control],
    alarm: [own.alarm, own.unit, alarm],
    event: [own.event, own.unit, event],
    device_day: [own.device_day, own.unit],
    service_order: [own.service_order, own.unit, order],
    shipment: [own.shipment, shipment],
    shipped_device: [own.shipped_device, own.unit, shipment],
    firmware: [own.firmware, own.unit, firmware],
    upgrade: [own.upgrade, own.unit],
    account: [own.account, account],
    app_user: [own.app_user, app_user],
    binding: [own.unit, binding],
  }
}

/** Words of what columns hold, as their lists have them. */
export const useValueNames = (): Record<QueryTableName, Values> => {
  const own = useMessages('data-query')
  const devices = useMessages('devices')
  const products = useMessages('products')
  const iccids = useMessages('iccids')
  const controls = useMessages('controls')
  const alarms = useMessages('alarms')
  const log = useMessages('device-log')
  const orders = useMessages('service-orders')
  const shipments = useMessages('shipments')
  const firmware = useMessages('firmware')
  const app_users = useMessages('app-users')
  const bindings = useMessages('bindings')
  const modules = firmware(($) => $.modules, { returnObjects: true })
  return {
    device: {
      net: devices(($) => $.net, { returnObjects: true }),
      online_status: devices(($) => $.online, { returnObjects: true }),
      identify_status: devices(($) => $.recognition, { returnObjects: true }),
      vcard_pk: devices(($) => $.recognition, { returnObjects: true }),
      alarm_severity: alarms(($) => $.severities, { returnObjects: true }),
      bus_status: devices(($) => $.bus, { returnObjects: true }),
    },
    product: {
      category: products(($) => $.category, { returnObjects: true }),
      data_type: products(($) => $.data_type, { returnObjects: true }),
      topology: products(($) => $.topology, { returnObjects: true }),
      state: products(($) => $.state, { returnObjects: true }),
    },
    agent: {},
    iccid: { status: iccids(($) => $.states, { returnObjects: true }) },
    control: {
      source: controls(($) => $.sources, { returnObjects: true }),
      state: controls(($) => $.states, { returnObjects: true }),
      reason: controls(($) => $.reasons, { returnObjects: true }),
    },
    alarm: {
      type: alarms(($) => $.types, { returnObjects: true }),
      severity: alarms(($) => $.severities, { returnObjects: true }),
      reason: alarms(($) => $.reasons, { returnObjects: true }),
      condition: alarms(($) => $.conditions, { returnObjects: true }),
      handling: alarms(($) => $.handlings, { returnObjects: true }),
    },
    event: {
      type: log(($) => $.types, { returnObjects: true }),
      kind: log(($) => $.kinds, { returnObjects: true }),
    },
    device_day: {
      heat_method: own(($) => $.heat_methods, { returnObjects: true }),
      electricity_method: own(($) => $.electricity_methods, { returnObjects: true }),
    },
    service_order: {
      status: orders(($) => $.states, { returnObjects: true }),
      type: orders(($) => $.types, { returnObjects: true }),
      source: orders(($) => $.sources, { returnObjects: true }),
      priority: orders(($) => $.priorities, { returnObjects: true }),
      rating: orders(($) => $.ratings, { returnObjects: true }),
      cause: orders(($) => $.causes, { returnObjects: true }),
    },
    shipment: {},
    shipped_device: { state: shipments(($) => $.states, { returnObjects: true }) },
    firmware: { module: modules },
    upgrade: {
      module: modules,
      state: firmware(($) => $.states, { returnObjects: true }),
      reason: firmware(($) => $.reasons, { returnObjects: true }),
    },
    account: {},
    app_user: {
      gender: app_users(($) => $.genders, { returnObjects: true }),
      platform: app_users(($) => $.platforms, { returnObjects: true }),
      status: app_users(($) => $.status, { returnObjects: true }),
    },
    binding: {
      role: bindings(($) => $.roles, { returnObjects: true }),
      bind_way: bindings(($) => $.ways, { returnObjects: true }),
    },
  }
}
