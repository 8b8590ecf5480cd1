import type { DataPoint } from '@heatfleet/contract/products/points.ts'

/** A data point for tests: a plain temperature, changed where a test cares. */
export const samplePoint = (key: string, change: Partial<DataPoint> = {}): DataPoint => ({
  key,
  names: { en: key, zh: key, pl: key },
  address: 10,
  reg_len: 1,
  query_cmd: 3,
  write_cmd: null,
  rw: 'r',
  data_type: 's16',
  bit: null,
  formulas: { read: 'raw*0.1', write: null, display: null },
  unit: '°C',
  decimals: 1,
  min: null,
  max: null,
  step: null,
  default_value: null,
  invalid: [],
  choices: [],
  group_tag: 'status',
  tab: 'Overview',
  block: 'A',
  accumulate: false,
  alarm: false,
  in_history: true,
  level: 'user',
  tag: null,
  tier: 'normal',
  dead_band: null,
  bulk: true,
  normal: 0,
  fault: null,
  visible: 'app',
  write_verified: true,
  note: '',
  ...change,
})

/** A definition of these points. */
export const sampleDefinition = (...points: DataPoint[]) => new Map(points.map((point) => [point.key, point]))
