import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'
import { z } from 'zod'

/**
 * Units of each device class and the state classes it takes, as Home Assistant documents them (integrations/sensor; the tables are
 * DEVICE_CLASS_UNITS and DEVICE_CLASS_STATE_CLASSES of its sensor component). Those that a heat pump may have.
 */
const measured = ['measurement']
const totals = ['total', 'total_increasing']
export const SENSOR_CLASSES: Readonly<Record<string, { units: readonly string[]; state_classes: readonly string[] }>> =
  {
    apparent_power: { units: ['mVA', 'VA', 'kVA'], state_classes: measured },
    current: { units: ['mA', 'A'], state_classes: measured },
    duration: { units: ['d', 'h', 'min', 's', 'ms', 'μs'], state_classes: [...measured, ...totals] },
    energy: {
      units: ['J', 'kJ', 'MJ', 'GJ', 'mWh', 'Wh', 'kWh', 'MWh', 'GWh', 'TWh', 'cal', 'kcal', 'Mcal', 'Gcal'],
      state_classes: totals,
    },
    frequency: { units: ['Hz', 'kHz', 'MHz', 'GHz'], state_classes: measured },
    power: { units: ['mW', 'W', 'kW', 'MW', 'GW', 'TW'], state_classes: measured },
    pressure: {
      units: ['mPa', 'Pa', 'hPa', 'kPa', 'bar', 'cbar', 'mbar', 'mmHg', 'inHg', 'psi'],
      state_classes: measured,
    },
    reactive_power: { units: ['var', 'kvar'], state_classes: measured },
    signal_strength: { units: ['dB', 'dBm'], state_classes: measured },
    temperature: { units: ['°C', '°F', 'K'], state_classes: measured },
    voltage: { units: ['μV', 'mV', 'V', 'kV', 'MV'], state_classes: measured },
    volume: { units: ['L', 'mL', 'gal', 'fl. oz.', 'm³', 'ft³', 'CCF'], state_classes: totals },
    volume_flow_rate: {
      units: ['m³/h', 'm³/min', 'm³/s', 'ft³/min', 'L/h', 'L/min', 'L/s', 'gal/min', 'mL/s'],
      state_classes: measured,
    },
  }

const Availability = z.strictObject({ topic: z.string().min(1) })
/** What the discovery of both components takes (integrations/mqtt, sensor.mqtt, binary_sensor.mqtt): no other key. */
const Shared = {
  unique_id: z.string().min(1),
  name: z.string().min(1),
  state_topic: z.string().regex(/^[^+#]+$/),
  availability: z.array(Availability).min(1),
  availability_mode: z.enum(['all', 'any', 'latest']),
  // A sensor may not have the category `config`.
  entity_category: z.literal('diagnostic').optional(),
  device: z.strictObject({
    identifiers: z.array(z.string()).min(1),
    name: z.string().min(1),
    manufacturer: z.string(),
    model: z.string(),
    serial_number: z.string(),
    sw_version: z.string().optional(),
  }),
  origin: z.strictObject({ name: z.string(), sw_version: z.string() }),
}
const Sensor = z
  .strictObject({
    ...Shared,
    device_class: z.enum([...Object.keys(SENSOR_CLASSES), 'enum']).optional(),
    state_class: z.enum(['measurement', 'total', 'total_increasing']).optional(),
    unit_of_measurement: z.string().min(1).optional(),
    suggested_display_precision: z.number().int().min(0).optional(),
    options: z.array(z.string().min(1)).min(1).optional(),
  })
  .refine(({ device_class, options }) => (device_class === 'enum') === (options !== undefined), 'options are of enum')
  .refine(({ options = [] }) => new Set(options).size === options.length, 'options differ')
  .refine(
    ({ device_class, state_class, unit_of_measurement }) =>
      device_class !== 'enum' || (state_class === undefined && unit_of_measurement === undefined),
    'an enum is no number',
  )
  .refine(({ device_class = '', unit_of_measurement = '' }) => {
    const units = SENSOR_CLASSES[device_class]?.units
    return units === undefined || units.includes(unit_of_measurement)
  }, 'the class has the unit')
  .refine(({ device_class = '', state_class }) => {
    const allowed = SENSOR_CLASSES[device_class]?.state_classes
    return allowed === undefined || state_class === undefined || allowed.includes(state_class)
  }, 'the class takes the state class')
const BinarySensor = z.strictObject({ ...Shared, device_class: z.enum(['problem']).optional() })

/** Topics that Home Assistant listens to. */
const CONFIG_TOPIC = /^homeassistant\/(sensor|binary_sensor)\/[a-zA-Z0-9_-]+\/[a-zA-Z0-9_-]+\/config$/

/** What Home Assistant would refuse of a configuration; empty = nothing. */
export const refusedOf = (topic: string, config: unknown): string[] => {
  const component = CONFIG_TOPIC.exec(topic)?.[1]
  if (component === undefined) return [`${topic}: not a topic of discovery`]
  const result = (component === 'sensor' ? Sensor : BinarySensor).safeParse(config)
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${topic} ${path.join('.')}: ${message}`)
}

/** A broker as it is in a house, on a free port, with the retained messages that a client of it sees. */
export const startHomeBroker = async () => {
  const broker = await Aedes.createBroker({ concurrency: 0 })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    broker.handle(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`)
  // Its own connection is the only one so far.
  sockets.clear()
  const retained = new Map<string, string>()
  const received: { topic: string; text: string }[] = []
  client.on('message', (topic, payload) => {
    const text = payload.toString()
    received.push({ topic, text })
    if (text === '') retained.delete(topic)
    else retained.set(topic, text)
  })
  await client.subscribeAsync('#', { qos: 1 })
  return {
    url: `mqtt://house:secret-of-the-broker@127.0.0.1:${port}`,
    retained,
    received,
    configs: () => new Map([...retained].filter(([topic]) => topic.endsWith('/config'))),
    publish: (topic: string, text: string) => client.publishAsync(topic, text, { qos: 1 }),
    /** Cuts all connections but this one's, without a farewell. */
    cut: () => {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    close: async () => {
      await client.endAsync(true)
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
