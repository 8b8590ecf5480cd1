/** Spellings of register lists by the unit as people write it; small letters, without blanks. */
const SPELLINGS = {
  '°C': ['c', 'degc', 'deg.c', 'deg', '℃', 'celsius', '度', '摄氏度', '°c', 'ºc'],
  '°F': ['degf', '℉', '°f', 'fahrenheit'],
  K: ['k', 'kelvin'],
  '%': ['pct', 'percent', 'procent', '%rh'],
  'm³/h': ['m3/h', 'm^3/h', 'm³/h', 'cbm/h', 'm3h', '立方米/小时'],
  'L/min': ['l/min', 'lpm', 'l/m', '升/分'],
  'L/h': ['l/h'],
  bar: ['bar', 'barg'],
  kPa: ['kpa', '千帕'],
  MPa: ['mpa', '兆帕'],
  Hz: ['hz', 'hertz', '赫兹'],
  'r/min': ['rpm', 'r/min', 'obr/min', '转/分'],
  V: ['v', 'volt', '伏'],
  A: ['a', 'amp', 'ampere', '安'],
  W: ['w', 'watt', '瓦'],
  kW: ['kw', '千瓦'],
  kWh: ['kwh', 'kw/h', 'kw.h', 'kw·h', '度电', '千瓦时'],
  h: ['h', 'hr', 'hrs', 'hour', 'hours', 'godz', '小时'],
  min: ['min', 'mins', 'minute', 'minutes', '分钟'],
  s: ['s', 'sec', 'secs', 'second', 'seconds', '秒'],
  d: ['d', 'day', 'days', '天'],
} as const satisfies Record<string, readonly string[]>

const BY_SPELLING: ReadonlyMap<string, string> = new Map(
  Object.entries(SPELLINGS).flatMap(([unit, spellings]) => spellings.map((spelling) => [spelling, unit])),
)

/** A unit as people write it, however a register list spells it; an unknown one stays as found. */
export const unitName = (found: string): string =>
  BY_SPELLING.get(found.trim().toLowerCase().replaceAll(/\s/g, '')) ?? found.trim()
