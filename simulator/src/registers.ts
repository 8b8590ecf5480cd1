import type { Settings } from './settings.ts'

/**
 * The built-in product's register map (product R290 monobloc) as far as the simulated board needs it: addresses,
 * scales and limits are those of the product definition. value = raw * scale.
 */

/** Raw pattern of a sensor with an open wire. */
export const SENSOR_OPEN = 0x7fff

/** Ranges of holding registers that exist [first, last]; anything else answers exception 02. */
export const EXISTING = [
  [0x0000, 0x01c8],
  [0x0200, 0x0214],
] as const

/** Registers that show the machine, by point key. */
export const READING = {
  hours_comp: 0,
  cop_now: 1,
  inputs: 2,
  working: 3,
  outputs_1: 4,
  outputs_2: 5,
  outputs_3: 6,
  faults_first: 7,
  faults_last: 13,
  t_in: 14,
  t_dhw: 15,
  t_amb: 17,
  t_out: 18,
  software_year: 19,
  software_date: 20,
  t_suction: 21,
  t_coil: 22,
  u_ac: 23,
  flow: 24,
  q_heat: 25,
  i_ac: 26,
  t_discharge: 27,
  eev1: 28,
  eev2: 29,
  comp_hz: 30,
  u_dcbus: 33,
  t_ipm: 34,
  i_comp: 35,
  comp_hz_target: 36,
  fan1: 38,
  fan2: 39,
  t_evap: 40,
  t_cond: 41,
  inv_err_hi: 42,
  inv_err_lo: 43,
  ver_ctrl: 44,
  ver_disp: 45,
  pump_pct: 46,
  p_high: 47,
  p_low: 48,
  model_id: 442,
  e_in_heat: 512,
  e_out_heat: 514,
  e_in_dhw: 516,
  e_out_dhw: 518,
  starts: 520,
  n_defrost: 522,
  clock_year_month: 528,
  clock_day_hour: 529,
  clock_minute: 530,
} as const

/** A word a person may write that holds one number; limits are values, not raw. */
type SettingRegister = {
  key: keyof Settings
  scale: number
  min: number
  max: number
  signed?: true
  low_byte?: true
}

/** Settings by register address. */
export const SETTING: Readonly<Record<number, SettingRegister>> = {
  54: { key: 'mode', scale: 1, min: 0, max: 4 },
  55: { key: 'df_hz', scale: 1, min: 30, max: 120 },
  56: { key: 'df_period', scale: 1, min: 10, max: 120 },
  61: { key: 'df_max', scale: 1, min: 5, max: 20 },
  198: { key: 'hys_heat', scale: 1, min: 2, max: 18 },
  200: { key: 'hys_dhw', scale: 1, min: 2, max: 18 },
  202: { key: 'sp_dhw', scale: 0.5, min: 10, max: 55, low_byte: true },
  203: { key: 'sp_cool', scale: 0.5, min: 12, max: 30, low_byte: true },
  204: { key: 'sp_heat', scale: 0.5, min: 10, max: 55, low_byte: true },
  361: { key: 'hc_x1', scale: 1, min: -30, max: 50, signed: true },
  362: { key: 'hc_x2', scale: 1, min: -30, max: 50, signed: true },
  363: { key: 'hc_x3', scale: 1, min: -30, max: 50, signed: true },
  364: { key: 'hc_x4', scale: 1, min: -30, max: 50, signed: true },
  373: { key: 'hc_y1', scale: 0.5, min: 10, max: 55, low_byte: true },
  374: { key: 'hc_y2', scale: 0.5, min: 10, max: 55, low_byte: true },
  375: { key: 'hc_y3', scale: 0.5, min: 10, max: 55, low_byte: true },
  376: { key: 'hc_y4', scale: 0.5, min: 10, max: 55, low_byte: true },
  397: { key: 'dT_pump', scale: 1, min: 5, max: 30 },
  400: { key: 'perf_mode', scale: 1, min: 0, max: 3 },
  410: { key: 'lg_temp', scale: 1, min: 30, max: 70 },
  411: { key: 'lg_day', scale: 1, min: 0, max: 6 },
}

/** Words of bits and packed bytes a person may write. */
export const PARAMETER_MARKER = 50
export const CONTROL_MARK = 51
export const TIMER_1 = 532
/** Bit of PARAMETER_MARKER that switches the unit on, bit of CONTROL_MARK that resets faults. */
export const POWER_BIT = 0
export const FAULT_RESET_BIT = 7

/** Coils are aliases of bits: coil = register * 16 + bit (coil 0x0320 = bit 0 of 0x0032). */
export const coilRegister = (coil: number): number => coil >> 4
export const coilBit = (coil: number): number => coil & 15

/** Raw word of a setting's value. */
export function encodeSetting({ scale }: SettingRegister, value: number): number {
  return Math.round(value / scale) & 0xffff
}

/** Value of a written word, brought inside the limits as the board does it: it echoes, yet clamps what it keeps. */
export function clampSetting({ scale, min, max, signed, low_byte }: SettingRegister, word: number): number {
  const raw = low_byte ? word & 0xff : signed ? (word << 16) >> 16 : word
  return Math.min(max, Math.max(min, raw * scale))
}

/** Factory words of registers of the real board that this simulator keeps but does not act on. */
export const FACTORY_WORDS: readonly (readonly [address: number, word: number])[] = [
  [57, 60],
  [58, 90],
  [59, 30],
  [60, 15],
  [199, 2],
  [201, 2],
  [365, -15 & 0xffff],
  [366, -5 & 0xffff],
  [367, 5],
  [368, 15],
  [369, 25],
  [370, 30],
  [371, 35],
  [372, 40],
  [377, 100],
  [378, 100],
  [379, 96],
  [380, 96],
  [381, 36],
  [382, 32],
  [383, 28],
  [384, 24],
  [385, 10],
  [386, 30],
  [387, 0],
  [388, -5 & 0xffff],
  [389, 30],
  [398, 5],
  [399, 5],
  [402, 10],
  [403, 2],
  [412, 2],
  [413, 6],
  [440, 60],
  [441, 10],
]
