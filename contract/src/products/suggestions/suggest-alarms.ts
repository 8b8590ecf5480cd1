import type { DataPoint } from '../points.ts'
import type { FaultSeverity } from '../settings.ts'
import { nameWords } from './name-words.ts'
import { namedPoints } from './suggest-tags.ts'
import type { Certainty, KnownFault, NamedPoint, Reason, SuggestionOf } from './suggestion.ts'
import { WORDS } from './vocabulary.ts'

/**
 * How a fault weighs by its words, first match first: what locks the unit, what only tells, what runs on, else it stops and
 * starts again by itself. Source: the knowledge base of fault codes, where each category has one severity (domain 2).
 */
const SEVERITIES: readonly { severity: FaultSeverity; words: RegExp }[] = [
  {
    severity: 'lockout',
    words:
      /\b(?:lock(?!ed rotor)\w*|verriegel\w*|blokad\w*|bloqueo|three times|[3-9] times|trzykrotn\w*)\b|锁|三次|多次/,
  },
  {
    severity: 'info',
    words:
      /\b(?:work hour\w*|hour warning|maintenance|wartung|przeglad\w*|service due|(?:ambient|outdoor) (?:temperature )?too (?:cold|low)|niska temperatura zewnetrzna|oil return|info\w*|hinweis)\b|保养|维护/,
  },
  { severity: 'fault', words: /\b(?:lop|mop)\b/ },
  { severity: 'warning', words: /\b(?:sensor\w*|probe\w*|thermistor|ntc|fuhler\w*|czujnik\w*|sonda)\b|传感器|探头/ },
  {
    severity: 'warning',
    words:
      /\b(?:eeprom|mem|memory|superheat|envelope|obwiedni\w*|voltage|under ?voltage|over ?voltage|napieci\w*|dc ?bus|ripple|supply power|power ?supply|heater|grzalk\w*|eev|evd|evi|vlv|zawor\w* rozprezn\w*|anti ?freez\w*|frost\w*|przeciwzamroz\w*|warn\w*|ostrzezeni\w*)\b|防冻|电压|膨胀阀|过热度/,
  },
  {
    severity: 'fault',
    words:
      /\b(?:high|low|too|over|protect\w*|discharge|flow|pressure|phase|fan|pump|compressor|inverter|driv\w*|comm\w*|offline|schutz|delta)\b|保护|过高|过低|高压|低压|水流/,
  },
  { severity: 'warning', words: /\b(?:temp|temperature|valve)\b|温度/ },
]

/** The severity that the words of a fault say. */
export const severityOf = (words: string): FaultSeverity =>
  SEVERITIES.find((one) => one.words.test(words))?.severity ?? 'fault'

/**
 * Suggests which points report faults, how each weighs and which code of the knowledge base it is: by fault words in the
 * name, by the heading, by the word whose bits they are, and by known fault lists. Points that are alarms are left alone.
 */
export const suggestAlarms = (points: readonly DataPoint[], known: readonly KnownFault[]): SuggestionOf<'alarm'>[] => {
  const named = namedPoints(points)
  const set = bestSet(named, known)
  const fault_words = new Set(
    named.filter(({ point, words }) => !isBit(point) && isFault(words)).map(({ point }) => placeOf(point)),
  )
  const words_with_bits = new Set(points.filter(({ data_type }) => data_type === 'bit').map(placeOf))
  return named.flatMap((one): SuggestionOf<'alarm'>[] => {
    const { point, words } = one
    if (point.alarm || point.rw === 'rw' || point.data_type === 'calc') return []
    const entry = set?.entryOf(point, words) ?? null
    const found = reasonOf(one, entry, fault_words)
    if (found === null) return []
    // The bits of a fault word are its faults, the word itself would raise each of them again.
    if (!isBit(point) && words_with_bits.has(placeOf(point))) return []
    return [
      {
        id: `alarm:${point.key}`,
        kind: 'alarm',
        key: point.key,
        severity: entry?.severity ?? severityOf(`${words} ${isBit(point) ? '' : 'fault'}`),
        fault: entry?.code ?? null,
        fault_set: entry?.set_name ?? null,
        certainty: found.certainty,
        reasons: found.reasons,
      },
    ]
  })
}

const isBit = ({ data_type, query_cmd }: DataPoint): boolean =>
  data_type === 'bit' || data_type === 'bool' || query_cmd <= 2
const placeOf = ({ query_cmd, address }: DataPoint): string => `${query_cmd}/${address}`
const isFault = (words: string): boolean => WORDS.error.test(words) && !WORDS.alarm_act.test(words)

/** Names that are nothing but a range of fault codes: `E01 – E16`, `P17-P32`. */
const CODE_RANGE = /^[a-z]{1,2} ?\d{1,3} (?:bis |to |do |a )?[a-z]{0,2} ?\d{1,3}$/
/** `AL007`, `E1`, `F 12` in front of a name. */
const CODE_FIRST = /^(?:al|er|err|f|e|p|h|c) ?\d{1,3}\b/
const RESERVED = /\b(?:reserved|reseved|reserve|spare|unused|not used)\b|预留|保留/
/** What a switch, a demand, a counter or the sum of all faults is called beside a fault. */
const NO_FAULT =
  /\b(?:switch|stopped|downtime|stop by|demand|signal|output|ausgang|count|counter|code par|par \d|unix\w*|time\w*|number of)\b/

type Found = { certainty: Certainty; reasons: Reason[] }

const reasonOf = (
  { point, words, context }: NamedPoint,
  entry: KnownFault | null,
  fault_words: ReadonlySet<string>,
): Found | null => {
  if (RESERVED.test(words)) return null
  if (entry !== null)
    return { certainty: 'sure', reasons: [{ code: 'fault_list', text: `${entry.set_name} ${entry.code}` }] }
  const in_fault_word = point.data_type === 'bit' && fault_words.has(placeOf(point))
  if (in_fault_word) return { certainty: 'sure', reasons: [{ code: 'fault_group', text: point.group_tag }] }
  const heading = WORDS.error.test(context) && !WORDS.alarm_act.test(context)
  const match = WORDS.error.exec(words)?.[0]
  if (match !== undefined && !WORDS.alarm_act.test(words)) {
    const is_plain = !WORDS.period.test(words) && !NO_FAULT.test(words) && !WORDS.setting.test(words)
    const certainty = is_plain && (isBit(point) || isFaultWord(point)) ? 'sure' : 'likely'
    return { certainty, reasons: [{ code: 'fault_word', text: match }] }
  }
  if (heading && isBit(point) && !WORDS.alarm_act.test(words))
    return {
      certainty: CODE_FIRST.test(words) ? 'sure' : 'likely',
      reasons: [{ code: 'fault_group', text: point.group_tag }],
    }
  if (CODE_RANGE.test(words) && !isBit(point))
    return { certainty: 'sure', reasons: [{ code: 'fault_word', text: point.names.en }] }
  const protection = WORDS.protection.exec(words)?.[0]
  if (protection !== undefined && isBit(point))
    return { certainty: 'likely', reasons: [{ code: 'fault_word', text: protection }] }
  return null
}

/** A register with a code or with bits of faults has no unit and no fraction. */
const isFaultWord = ({ unit, formulas }: DataPoint): boolean => unit === '' && formulas.read === 'raw'

/** A set counts as the board's own when so many of the list's lines are in it, by register and bit with a name alike, or by code. */
const SET_LEAST = 4

type FaultSet = { entryOf: (point: DataPoint, words: string) => KnownFault | null }

const bestSet = (named: readonly NamedPoint[], known: readonly KnownFault[]): FaultSet | null => {
  const sets = [...Map.groupBy(known, ({ set_name }) => set_name).values()].map((faults) => {
    const by_place = new Map(faults.map((fault) => [`${fault.register}/${fault.bit}`, fault]))
    const by_code = new Map(faults.map((fault) => [nameWords(fault.code), fault]))
    const entryOf = (point: DataPoint, words: string): KnownFault | null => {
      if (!isBit(point)) return null
      const at_place = by_place.get(`${point.address}/${point.query_cmd <= 2 ? null : point.bit}`)
      if (at_place !== undefined && isAlike(words, nameWords(at_place.names.en))) return at_place
      const code = CODE_FIRST.exec(words)?.[0].replace(' ', '') ?? nameWords(point.key)
      const coded = by_code.get(code)
      return coded !== undefined && isAlike(words, nameWords(coded.names.en)) ? coded : null
    }
    return { entryOf, hits: named.filter(({ point, words }) => entryOf(point, words) !== null).length }
  })
  const [best] = sets.toSorted((a, b) => b.hits - a.hits)
  return best !== undefined && best.hits >= SET_LEAST ? best : null
}

/** Two names of one fault share a word that says something. */
const isAlike = (one: string, other: string): boolean => {
  const said = new Set(one.split(' ').filter((word) => word.length >= 3 && !COMMON.has(word)))
  return other.split(' ').some((word) => said.has(word))
}
const COMMON = new Set(['fault', 'failure', 'alarm', 'error', 'sensor', 'protection', 'the', 'too'])
