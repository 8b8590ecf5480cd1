/** How Home Assistant shows a quantity: its class, and the unit as written there. Without a class the unit is shown as it is. */
type Measure = { device_class?: string; unit: string }

/** Classes that may only count upwards; a present value of theirs has no class. */
export const TOTALS_ONLY: readonly string[] = ['energy', 'volume']

const named = (device_class: string, ...units: readonly string[]): [string, Measure][] =>
  units.map((unit) => [unit, { device_class, unit }])

/**
 * Units of points and the classes whose units they are (Home Assistant: integrations/sensor, "Device class"). Kelvins have none: they are
 * differences here, and the class `temperature` would show 5 K as -268 °C.
 */
const MEASURES: ReadonlyMap<string, Measure> = new Map([
  ...named('temperature', '°C', '°F'),
  ...named('power', 'mW', 'W', 'kW', 'MW'),
  ...named('energy', 'Wh', 'kWh', 'MWh', 'J', 'kJ', 'MJ', 'GJ'),
  ...named('voltage', 'mV', 'V', 'kV'),
  ...named('current', 'mA', 'A'),
  ...named('apparent_power', 'VA'),
  ...named('reactive_power', 'var'),
  ...named('frequency', 'Hz', 'kHz', 'MHz'),
  ...named('pressure', 'Pa', 'hPa', 'kPa', 'bar', 'mbar', 'psi'),
  ...named('volume_flow_rate', 'm³/h', 'L/min', 'L/h'),
  ...named('volume', 'm³', 'L', 'mL'),
  ...named('duration', 'd', 'h', 'min', 's', 'ms'),
  ...named('signal_strength', 'dBm', 'dB'),
  ['℃', { device_class: 'temperature', unit: '°C' }],
  ['m3/h', { device_class: 'volume_flow_rate', unit: 'm³/h' }],
  ['l/min', { device_class: 'volume_flow_rate', unit: 'L/min' }],
  ['l/h', { device_class: 'volume_flow_rate', unit: 'L/h' }],
  ['m3', { device_class: 'volume', unit: 'm³' }],
  ['l', { device_class: 'volume', unit: 'L' }],
])

/** What a unit of a point measures; null = the point has no unit. */
export const measureOf = (unit: string): Measure | null => (unit === '' ? null : (MEASURES.get(unit) ?? { unit }))
