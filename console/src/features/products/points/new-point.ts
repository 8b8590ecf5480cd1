import type { DataPoint } from '@heatfleet/contract/products/points.ts'

/** Default of a new point: a read-only unsigned register after the last one. */
export const newPoint = (points: readonly DataPoint[]): DataPoint => {
  const last = points.findLast(({ data_type }) => data_type !== 'calc')
  const used_keys = new Set(points.map(({ key }) => key))
  let number = points.length + 1
  while (used_keys.has(`point_${number}`)) number++
  return {
    key: `point_${number}`,
    names: { en: '', zh: '', pl: '' },
    address: last === undefined ? 0 : Math.min(65_535, last.address + last.reg_len),
    slave: last?.slave ?? null,
    reg_len: 1,
    query_cmd: last?.query_cmd ?? 3,
    write_cmd: null,
    rw: 'r',
    data_type: 'u16',
    bit: null,
    bit_len: null,
    formulas: { read: 'raw', write: null, display: null },
    unit: '',
    decimals: 0,
    min: null,
    max: null,
    step: null,
    default_value: null,
    invalid: [],
    choices: [],
    group_tag: last?.group_tag ?? '',
    tab: last?.tab ?? '',
    block: null,
    accumulate: false,
    alarm: false,
    in_history: true,
    level: 'installer',
    tag: null,
    tier: 'normal',
    dead_band: null,
    bulk: true,
    normal: 0,
    fault: null,
    visible: 'app',
    write_verified: true,
    trade_secret: '',
    write_group: null,
    write_sequence: null,
    wraps_at: null,
    note: '',
  }
}
