import { DataPoint } from '../points.ts'

/** A line of a list as tests write it: name, unit, and what differs from a read-only 16-bit register. */
export type ExampleLine = { name: string; zh?: string; unit?: string; key?: string } & Partial<
  Pick<
    DataPoint,
    | 'address'
    | 'query_cmd'
    | 'data_type'
    | 'bit'
    | 'rw'
    | 'group_tag'
    | 'note'
    | 'tag'
    | 'alarm'
    | 'invalid'
    | 'accumulate'
  >
> & { read?: string }

/** Points as an import makes them of a list; each at the register after the last one. */
export const examplePoints = (...lines: readonly ExampleLine[]): DataPoint[] =>
  lines.map(({ name, zh, unit = '', key, read = 'raw', rw = 'r', data_type = 's16', ...rest }, at) =>
    DataPoint.parse({
      key: key ?? `p_${at}`,
      names: { en: name, zh: zh ?? name, pl: name },
      address: 100 + at,
      reg_len: /32/.test(data_type) ? 2 : 1,
      query_cmd: 3,
      write_cmd: rw === 'rw' ? 6 : null,
      rw,
      data_type,
      bit: null,
      formulas: { read, write: null, display: null },
      unit,
      decimals: 0,
      min: null,
      max: null,
      step: null,
      default_value: null,
      invalid: [],
      choices: [],
      group_tag: '',
      tab: '',
      block: null,
      accumulate: false,
      alarm: false,
      in_history: true,
      level: 'installer',
      ...rest,
    }),
  )
