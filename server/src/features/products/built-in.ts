import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CHOICE_COLOURS, DataPoint } from '@heatfleet/contract/products/points.ts'
import type { PollBlock } from '@heatfleet/contract/products/products.ts'
import { SEMANTIC_TAGS, type SemanticTag } from '@heatfleet/contract/products/semantic-tags.ts'
import { INITIAL_SETTINGS, type ProductSettings } from '@heatfleet/contract/products/settings.ts'
import { parseCsvObjects } from 'hucre/csv'
import { wordsOfValue } from './built-in-texts.ts'

/** A product as it is published for the first time. */
export type ProductDefinition = {
  product_key: string
  name: string
  english_name: string
  category: string
  network_type: ('wifi' | '4g')[]
  /** Under which its controllers announce themselves. */
  register_names: string[]
  points: DataPoint[]
  poll_blocks: PollBlock[]
  settings: ProductSettings
}

const CSV_FILE = join(import.meta.dirname, '..', '..', '..', 'data', 'product_r290_monobloc.csv')

/** Poll blocks of the built-in product. Source: domain 2; A every minute, the settings and counters every five. */
const POLL_BLOCKS: PollBlock[] = [
  { name: 'A', slave: 1, fn: 3, start: 0x0000, quantity: 50, period_s: 60 },
  { name: 'B', slave: 1, fn: 3, start: 0x0032, quantity: 12, period_s: 300 },
  { name: 'C', slave: 1, fn: 3, start: 0x00c6, quantity: 7, period_s: 300 },
  { name: 'D', slave: 1, fn: 3, start: 0x0169, quantity: 29, period_s: 300 },
  { name: 'E', slave: 1, fn: 3, start: 0x018d, quantity: 7, period_s: 300 },
  { name: 'F', slave: 1, fn: 3, start: 0x019a, quantity: 5, period_s: 300 },
  { name: 'G', slave: 1, fn: 3, start: 0x01b8, quantity: 3, period_s: 300 },
  { name: 'H', slave: 1, fn: 3, start: 0x0200, quantity: 21, period_s: 300 },
]

/** The product every installation starts with: an R290 monobloc of 105 data points (server/data). */
export const readBuiltInProduct = (): ProductDefinition => ({
  product_key: 'r290-monobloc',
  name: 'R290 整体式热泵',
  english_name: 'R290 monobloc',
  category: 'air-water',
  network_type: ['wifi', '4g'],
  register_names: ['CG248075'],
  points: parseCsvObjects<Record<string, string>>(readFileSync(CSV_FILE, 'utf8'), { header: true }).data.map(pointOf),
  poll_blocks: POLL_BLOCKS,
  settings: SETTINGS,
})

/** Bus of the board (domain 1); block A is read each minute, the rest every five. */
const SETTINGS: ProductSettings = {
  ...INITIAL_SETTINGS,
  access: { ...INITIAL_SETTINGS.access, baud: 19_200, format: '8N2' },
  panel: { ...INITIAL_SETTINGS.panel, default_curves: ['t_out', 't_in', 't_amb', 'comp_hz', 'defrost'] },
  fault_sets: ['sprsun_cg248075'],
}

/** What the points mean (product 3.41), where their key does not say it already. */
const TAGS: Record<string, SemanticTag> = {
  t_amb: 't_ambient',
  q_heat: 'p_heat',
  cop_now: 'cop',
  u_ac: 'volt',
  i_ac: 'amp',
  p_el: 'p_elec',
  eev1: 'eev',
  fan1: 'fan_rpm',
  pump_pct: 'pump_pwm',
  power: 'power_on',
  sp_heat: 'set_heat',
  sp_cool: 'set_cool',
  sp_dhw: 'set_dhw',
  legio_on: 'sterilize',
  o_hheat: 'aux_heater',
  e_in_heat: 'e_elec',
  e_out_heat: 'e_heat',
  e_in_dhw: 'e_elec_dhw',
  e_out_dhw: 'e_heat_dhw',
  n_defrost: 'defrosts',
  o_3way: 'dhw_valve',
  o_dheat: 'dhw_heater',
  dem_cool: 'cooling',
}
const tagOf = (key: string): SemanticTag | null => TAGS[key] ?? SEMANTIC_TAGS.find((tag) => tag === key) ?? null

const DECIMALS: Record<string, number> = { '1': 0, '0.1': 1, '0.5': 1, '0.01': 2 }
/** Values computed from others have no scale of their own. */
const CALC_DECIMALS: Record<string, number> = { p_el: 0, p_ratio: 2 }
/** Tabs whose settings an ordinary operator may change; the rest wants the installer's right. */
const USER_TABS = new Set(['Control', 'Heating curve'])
/** What the board reports for a sensor that is missing or broken. Source: domain 2. */
const SENSOR_MISSING = 32_767

const pointOf = (row: Record<string, string>): DataPoint => {
  const is_calc = row.data_type === 'calc'
  return DataPoint.parse({
    key: row.key,
    names: { en: row.name_en, zh: row.name_zh, pl: row.name_pl },
    address: Number(row.address),
    reg_len: Number(row.reg_len) || 1,
    query_cmd: Number(row.query_cmd) || 3,
    write_cmd: numberOf(row.write_cmd),
    rw: row.rw,
    data_type: row.data_type,
    bit: numberOf(row.bit),
    formulas: { read: row.formula, write: null, display: null },
    unit: row.unit,
    decimals: is_calc ? (CALC_DECIMALS[row.key ?? ''] ?? 1) : (DECIMALS[row.scale ?? ''] ?? 0),
    min: numberOf(row.min),
    max: numberOf(row.max),
    step: numberOf(row.step),
    default_value: numberOf(row.default),
    invalid: row.data_type === 's16' && row.rw === 'r' ? [SENSOR_MISSING] : [],
    choices: (row.enum ?? '')
      .split(';')
      .filter((choice) => choice !== '')
      .map((choice) => choice.split('='))
      .map(([value, name = '']) => ({ value: Number(value), names: wordsOfValue(name), ...colourOf(name) })),
    group_tag: row.group_tag,
    tab: row.tab,
    block: row.block === '' ? null : row.block,
    accumulate: row.accumulate === '1',
    alarm: row.alarm === '1',
    in_history: row.in_history === '1',
    tag: tagOf(row.key ?? ''),
    tier: row.block === 'A' || is_calc ? 'normal' : 'slow',
    fault: row.alarm === '1' && /^f\d+$/.test(row.key ?? '') ? (row.key ?? '').toUpperCase() : null,
    level: USER_TABS.has(row.tab ?? '') ? 'user' : 'installer',
  })
}

/** Named values that mean more than their name; all others are plain. */
const COLOURS: Readonly<Record<string, (typeof CHOICE_COLOURS)[number]>> = {
  fault: 'bad',
  heating: 'hot',
  'heating+DHW': 'hot',
  DHW: 'hot',
  cooling: 'cold',
  'cooling+DHW': 'cold',
  test: 'warn',
}
const colourOf = (name: string) => (COLOURS[name] === undefined ? {} : { colour: COLOURS[name] })

const numberOf = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text))
