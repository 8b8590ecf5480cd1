import { wordsOf } from '@heatfleet/modbus/data-type.ts'
import { parseFormula } from '@heatfleet/modbus/formula-parse.ts'
import { unitName } from '../../unit-names.ts'
import { type DataPoint, isState } from '../points.ts'
import type { SemanticTag } from '../semantic-tags.ts'
import { namedPoints } from './suggest-tags.ts'
import type { Certainty, NamedPoint, Reason, SuggestionOf } from './suggestion.ts'
import { WORDS } from './vocabulary.ts'

const ENERGY_UNITS = new Set(['kWh', 'MWh', 'Wh', 'GJ', 'MJ'])
const ENERGY =
  /\b(?:energ\w*|consum\w*|electric\w*|verbrauch\w*|\w*warmemenge|heat\w*|power|cum\w*|total\w*|zuzyci\w*|cieplo|vda \w|thermisch|elektrisch)\b|电量|能耗|热量/
const HOURS =
  /\b(?:runtime\w*|running time|run time|run hours|operating hours|working hours?|hours|betriebsstunden|laufzeit\w*|motogodzin\w*|czas pracy|horas)\b|运行时间|累计时间|小时/
const NO_COUNTER =
  /\b(?:on|off|timer|time of|start|stop|begin|limit|max\w*|min|delay|interval|period|warning|set\w*|holiday|urlaub|wochenplan|schedule|remaining)\b|定时|设定/

/** Suggests counters: energy, hours and numbers of events, of which only differences mean something. */
export const suggestCounters = (points: readonly DataPoint[]): SuggestionOf<'counter'>[] =>
  namedPoints(points).flatMap((named): SuggestionOf<'counter'>[] => {
    const { point } = named
    if (point.accumulate || point.rw === 'rw' || isState(point) || point.data_type === 'calc') return []
    const found = counterOf(named)
    return found === null ? [] : [{ id: `counter:${point.key}`, kind: 'counter', key: point.key, ...found }]
  })

type Found = { certainty: Certainty; reasons: Reason[] }

const counterOf = ({ point, words }: NamedPoint): Found | null => {
  const unit = unitName(point.unit)
  const of_period = WORDS.period.test(words)
  const reasons: Reason[] = [{ code: 'unit', text: unit }]
  if (ENERGY_UNITS.has(unit)) {
    const named = ENERGY.exec(words)?.[0] ?? (WORDS.total.test(words) ? words : null)
    if (named === null || of_period || WORDS.setting.test(words)) return { certainty: 'likely', reasons }
    return { certainty: 'sure', reasons: [{ code: 'name', text: named }, ...reasons] }
  }
  const hours = HOURS.exec(words)?.[0]
  if (unit === 'h' && !NO_COUNTER.test(words) && !of_period)
    return hours === undefined
      ? { certainty: 'likely', reasons }
      : { certainty: 'sure', reasons: [{ code: 'name', text: hours }, ...reasons] }
  const starts = unit === '' && !WORDS.setting.test(words) ? WORDS.starts.exec(words)?.[0] : undefined
  return starts === undefined
    ? null
    : { certainty: of_period ? 'likely' : 'sure', reasons: [{ code: 'name', text: starts }] }
}

const isTemperature = (tag: SemanticTag): boolean => tag.startsWith('t_') || tag.startsWith('set_')

/**
 * Suggests °C for temperatures whose list names no unit: for sure where the list has °C elsewhere and no °F, else a person
 * decides.
 */
export const suggestUnits = (
  points: readonly DataPoint[],
  tags: ReadonlyMap<string, SemanticTag>,
): SuggestionOf<'unit'>[] => {
  const named = new Set(points.map(({ unit }) => unitName(unit)))
  const is_told = named.has('°C') && !named.has('°F')
  return points.flatMap((point): SuggestionOf<'unit'>[] => {
    const tag = tags.get(point.key)
    if (tag === undefined || !isTemperature(tag) || point.unit !== '' || isState(point)) return []
    const reasons: Reason[] = [{ code: 'tagged', text: tag }]
    if (is_told) reasons.push({ code: 'unit_of_list', text: '°C' })
    const certainty = is_told ? 'sure' : 'likely'
    return [{ id: `unit:${point.key}`, kind: 'unit', key: point.key, unit: '°C', certainty, reasons }]
  })
}

/** Raw numbers that boards report for a sensor that is missing or broken. Source: domain 1. */
const SENTINELS_BY_TYPE: Readonly<Partial<Record<DataPoint['data_type'], readonly number[]>>> = {
  s16: [32_767, -32_768],
  u16: [65_535, 32_767],
}
/** No sensor of a heat pump measures beyond, °C. */
const POSSIBLE_C = { low: -100, high: 300 } as const
/** `32767 = sensor fault`, `0x7FFF: not connected`, `no sensor: -999`. */
const TOLD =
  /(?<number>0x[\da-f]+|-?\d{2,5})\s*(?:=|:|means|bedeutet|→)?\s*(?:no sensor|not connected|not available|invalid|sensor (?:fault|error|missing)|open circuit|n\/?a\b|fehler|nicht (?:vorhanden|angeschlossen)|brak czujnika|无效|未接)/i

/** Suggests raw numbers that mean a missing sensor: as the list says, or because no sensor measures what they would mean. */
export const suggestSentinels = (points: readonly DataPoint[]): SuggestionOf<'sentinel'>[] =>
  points.flatMap((point): SuggestionOf<'sentinel'>[] => {
    if (point.invalid.length > 0 || point.rw === 'rw' || isState(point) || wordsOf(point.data_type) !== 1) return []
    const id = `sentinel:${point.key}`
    const told = TOLD.exec(`${point.names.en} ${point.note}`)
    const number = Number(told?.groups?.number ?? Number.NaN)
    if (told !== null && Number.isInteger(number))
      return [
        {
          id,
          kind: 'sentinel',
          key: point.key,
          invalid: [number],
          certainty: 'sure',
          reasons: [{ code: 'named_in_note', text: told[0] }],
        },
      ]
    if (unitName(point.unit) !== '°C') return []
    const impossible = (SENTINELS_BY_TYPE[point.data_type] ?? []).flatMap((raw) => {
      const value = decodedOf(point, raw)
      return value !== null && (value < POSSIBLE_C.low || value > POSSIBLE_C.high) ? [{ raw, value }] : []
    })
    if (impossible.length === 0) return []
    const text = impossible.map(({ raw, value }) => `${raw} → ${Math.round(value * 10) / 10} °C`).join(', ')
    return [
      {
        id,
        kind: 'sentinel',
        key: point.key,
        invalid: impossible.map(({ raw }) => raw),
        certainty: 'sure',
        reasons: [{ code: 'impossible_value', text }],
      },
    ]
  })

/** The straight line of a point at a raw number; null where its formula is none. */
const decodedOf = ({ formulas }: DataPoint, raw: number): number | null => {
  const line = /^raw(?:\*\(?(-?[\d.]+)\)?)?(?:([+-])\(?([\d.]+)\)?)?$/.exec(formulas.read.replaceAll(' ', ''))
  if (line === null || !parseFormula(formulas.read).ok) return null
  const [, scale = '1', sign = '+', offset = '0'] = line
  return raw * Number(scale) + (sign === '-' ? -1 : 1) * Number(offset)
}
