import { unitName } from '../../unit-names.ts'
import { type DataPoint, isState } from '../points.ts'
import type { SemanticTag } from '../semantic-tags.ts'
import { nameWords } from './name-words.ts'
import type { Certainty, NamedPoint, Reason, SuggestionOf } from './suggestion.ts'
import type { TagRule, UnitClass } from './tag-rule.ts'
import { SENSOR_FAMILIES, TAG_RULES } from './tag-rules.ts'
import { type Concept, WORDS } from './vocabulary.ts'

const UNITS: Readonly<Record<string, UnitClass>> = {
  '°C': 'temperature',
  '°F': 'temperature',
  Hz: 'frequency',
  rps: 'frequency',
  'r/min': 'speed',
  '%': 'percent',
  step: 'steps',
  steps: 'steps',
  pls: 'steps',
  pasos: 'steps',
  kroki: 'steps',
  Schritte: 'steps',
  P: 'steps',
  'm³/h': 'flow',
  'L/min': 'flow',
  'L/h': 'flow',
  bar: 'pressure',
  kPa: 'pressure',
  MPa: 'pressure',
  V: 'volt',
  A: 'ampere',
  W: 'power',
  kW: 'power',
  kWh: 'energy',
  MWh: 'energy',
  Wh: 'energy',
  '': 'none',
}

/** Reads the names of all points once; the group stands for the heading of the list. */
export const namedPoints = (points: readonly DataPoint[]): NamedPoint[] =>
  points.map((point) => {
    const { en, zh } = point.names
    const name = zh === en || zh === '' ? en : `${en} ${zh}`
    return {
      point,
      words: nameWords(name),
      plain_words: nameWords(withoutBrackets(name)),
      context: nameWords(withoutBrackets(point.group_tag)),
    }
  })

/** Several words in brackets explain; a single one may say what the line is of. */
const withoutBrackets = (text: string): string => text.replaceAll(/[(（[][^)）\]]*[\s,/][^)）\]]*[)）\]]/g, ' ')

/**
 * Suggests which point has which tag, at most one point for a tag. Tags that points already have are left alone. Sure is
 * what the name says in full, in a unit of the quantity, with no second point that says the same as well.
 */
export const suggestTags = (points: readonly DataPoint[]): SuggestionOf<'tag'>[] => {
  const taken = new Set(points.flatMap(({ tag }) => tag ?? []))
  const named = namedPoints(points).filter(({ point }) => point.tag === null && point.data_type !== 'calc')
  const candidates = named.flatMap((one) => candidateOf(one) ?? [])
  const families = familyCandidates(named)
  const by_tag = Map.groupBy(
    [...families, ...candidates.filter(({ point }) => !isMember(families, point))],
    ({ tag }) => tag,
  )
  const used = new Set<string>()
  return [...by_tag].flatMap(([tag, all]): SuggestionOf<'tag'>[] => {
    if (taken.has(tag)) return []
    const [best, ...rest] = withNeighbours(tag, all, by_tag)
      .filter(({ point }) => !used.has(point.key))
      .toSorted((a, b) => b.score - a.score || isOfUnit(b, a) - isOfUnit(a, b) || a.point.address - b.point.address)
    if (best === undefined) return []
    used.add(best.point.key)
    const others = rest.filter((other) => isOfUnit(best, other) === 0)
    const alike = others.filter(({ point }) => coreOf(point) === coreOf(best.point))
    const is_first_record = alike.length >= RECORDS_LEAST - 1
    const second = is_first_record ? others.find((other) => !alike.includes(other)) : others[0]
    const is_clear =
      second === undefined || best.score - second.score >= (is_first_record ? CLEAR_LEAD_OF_RECORDS : CLEAR_LEAD)
    const reason: Reason =
      is_first_record && is_clear
        ? { code: 'first_of_alike', text: String(alike.length + 1) }
        : second === undefined
          ? { code: 'only_candidate', text: '' }
          : { code: is_clear ? 'best_candidate' : 'other_candidates', text: second.point.names.en }
    const certainty: Certainty = is_clear ? best.certainty : best.certainty === 'sure' ? 'likely' : 'possible'
    return [{ id: `tag:${tag}`, kind: 'tag', key: best.point.key, tag, certainty, reasons: [...best.reasons, reason] }]
  })
}

const UNIT_WORDS = new RegExp(WORDS.water.source, 'gu')
const withoutUnit = (words: string): string => words.replaceAll(UNIT_WORDS, ' ').replaceAll(/\s+/g, ' ').trim()
const coreOf = ({ names }: DataPoint): string => withoutTemperature(nameWords(names.en))
/** The unit of a line says that it is a temperature: its name may say so or not. */
const withoutTemperature = (words: string): string => words.replaceAll(/\s*\btemp(?:eratur\w*)?\b/g, '').trim()

/** 1 where a name says the same as another and also that it is of the heat pump: the other is of the plant around it. */
const isOfUnit = ({ point }: Candidate, { point: other }: Candidate): number => {
  const [words, others] = [nameWords(point.names.en), nameWords(other.names.en)]
  return Number(words !== others && withoutUnit(words) === others)
}

/** So many lines of one name are records of several units; the first is of the first. */
const RECORDS_LEAST = 3

const isMember = (families: readonly Candidate[], { key }: DataPoint): boolean =>
  families.some(({ point }) => point.key === key)

/** Quantities that stand side by side in a list, where both are of the same circuit. */
const PAIRS: Readonly<Partial<Record<SemanticTag, SemanticTag>>> = { t_out: 't_in', t_in: 't_out' }
const SIDE_BY_SIDE = 2

/** A candidate beside one of its counterpart is better than one that stands alone. */
const withNeighbours = (
  tag: SemanticTag,
  candidates: readonly Candidate[],
  by_tag: ReadonlyMap<SemanticTag, readonly Candidate[]>,
): Candidate[] => {
  const pair = PAIRS[tag]
  const counterparts = pair === undefined ? [] : (by_tag.get(pair) ?? [])
  return candidates.map((candidate) => {
    const { point } = candidate
    const beside = counterparts.find(
      ({ point: other }) =>
        other.query_cmd === point.query_cmd && Math.abs(other.address - point.address) <= SIDE_BY_SIDE * point.reg_len,
    )
    if (beside === undefined) return candidate
    return {
      ...candidate,
      score: candidate.score + CLEAR_LEAD,
      reasons: [...candidate.reasons, { code: 'neighbour', text: beside.point.names.en }],
    }
  })
}

/** By how much the best candidate must lead to be beyond doubt. */
const CLEAR_LEAD = 2
/** Lines that repeat for each unit of a plant are of the unit; one line beside them is of the whole plant. */
const CLEAR_LEAD_OF_RECORDS = 1

type Candidate = { point: DataPoint; tag: SemanticTag; score: number; certainty: Certainty; reasons: Reason[] }

const candidateOf = (named: NamedPoint): Candidate | null => {
  for (const rule of TAG_RULES) {
    const found = matchOf(rule, named)
    if (found !== null) return found
  }
  return null
}

const matchOf = (rule: TagRule, { point, words, context, plain_words }: NamedPoint): Candidate | null => {
  const is_plain = rule.all.every((concept) => WORDS[concept].test(plain_words))
  const text = is_plain ? plain_words : words
  const matches = rule.all.map((concept) => WORDS[concept].exec(text)?.[0].trim())
  if (matches.some((match) => match === undefined)) return null
  if (rule.none?.some((concept) => isSaid(concept, text, rule) || isHeading(concept, context))) return null
  const unit = unitName(point.unit)
  const unit_class = UNITS[unit] ?? UNITS[unit.toLowerCase()]
  const has_unit = unit_class !== undefined && rule.units.includes(unit_class)
  const is_quantity_named = rule.units.some((one) => isNamed(one, text))
  // A unit of another quantity rules it out; none at all leaves it open where the name says the quantity.
  if (!has_unit && (unit !== '' || !is_quantity_named)) return null
  if (!ROLE_FITS[rule.role](point)) return null
  const is_state = rule.role === 'state'
  const is_complete =
    is_plain &&
    rule.doubtful !== true &&
    (has_unit || point.rw === 'r') &&
    (!is_state || isStateLike(point)) &&
    (!is_state || point.rw === 'r' || OPERATED.has(rule.tag)) &&
    (rule.only === undefined || saysNothingElse(rule, rule.only, text)) &&
    (rule.on_off !== true || isOnOff(point) || (rule.only !== undefined && WORDS[rule.only].test(text))) &&
    !isSecond(point, text)
  const reasons: Reason[] = [
    { code: 'name', text: matches.join(', ') },
    unit === ''
      ? { code: rule.units.includes('none') ? 'type' : 'no_unit', text: point.data_type }
      : { code: 'unit', text: unit },
  ]
  return {
    point,
    tag: rule.tag,
    score: scoreOf(rule, point, text, has_unit),
    certainty: is_complete ? 'sure' : rule.doubtful === true ? 'possible' : 'likely',
    reasons,
  }
}

/** Whether a name is made of the concepts of a rule, words of one further concept, the unit itself and numbers. */
const saysNothingElse = (rule: TagRule, further: Concept, text: string): boolean => {
  const rest = [...rule.all, further, 'water' as const].reduce(
    (left, concept) => left.replaceAll(new RegExp(WORDS[concept].source, 'gu'), ' '),
    text,
  )
  return !/\p{L}/u.test(rest)
}

/** Whether a value is one of two: a bit, the low byte of a register, 0 to 1, or two named values of which one is 0. */
const isOnOff = ({ data_type, query_cmd, choices, min, max }: DataPoint): boolean =>
  choices.length > 0
    ? choices.length === 2 && choices.some(({ value }) => value === 0)
    : data_type === 'bit' ||
      data_type === 'bool' ||
      data_type === 'u8_low' ||
      query_cmd <= 2 ||
      (min === 0 && max === 1)

/** States that people set: what a unit does with them is read from the same register. */
const OPERATED: ReadonlySet<SemanticTag> = new Set(['power_on', 'mode'])

/** Words that say a quantity where a list states no unit. */
const QUANTITY: Readonly<Partial<Record<UnitClass, Concept>>> = {
  temperature: 'temperature',
  frequency: 'frequency',
  speed: 'speed',
  percent: 'percent',
  steps: 'opening',
  flow: 'flow_rate',
  pressure: 'pressure',
  volt: 'voltage',
  ampere: 'current',
}

const isNamed = (unit: UnitClass, text: string): boolean => {
  const concept = QUANTITY[unit]
  return concept !== undefined && WORDS[concept].test(text)
}

/** Whether a concept is said by words that the rule itself does not need. */
const isSaid = (concept: Concept, words: string, rule: TagRule): boolean => {
  const rest = rule.all.reduce((text, needed) => text.replace(WORDS[needed], ' # '), words)
  return WORDS[concept].test(rest)
}

/** Headings of other parts rule a line out; a heading for settings says nothing of one line. */
const isHeading = (concept: Concept, context: string): boolean =>
  (concept === 'other_part' || concept === 'hot_water') && context !== '' && WORDS[concept].test(context)

const isStateLike = (point: DataPoint): boolean =>
  isState(point) || point.query_cmd <= 2 || point.data_type === 'u16' || point.data_type === 'u8_low'

const ROLE_FITS: Readonly<Record<TagRule['role'], (point: DataPoint) => boolean>> = {
  measured: (point) => !isState(point),
  setting: (point) => !isState(point),
  state: () => true,
  counter: (point) => point.rw === 'r' && !isState(point),
  code: ({ rw, data_type, query_cmd }) => rw === 'r' && data_type !== 'bit' && query_cmd >= 3,
}

/** Numbers of second units, fans and circuits: `fan 2`, `eev2`, `t2`. */
const SECOND =
  /(?:^| |[a-z]{3}|\b(?:hp|wp|hk|hc))(?:[2-9]|1\d)(?: (?!way\b)|$)|\p{Script=Han}[2-9](?!\d)|\b(?:b|c) phase\b/u
/** What stands in brackets is the name of a sensor. */
const isSecond = ({ names }: DataPoint, text: string): boolean =>
  SECOND.test(text) && SECOND.test(nameWords(names.en.replaceAll(/[(（[][^)）\]]*[)）\]]/g, ' ')))
const FIRST = /\b(?:actual|current|ist|real|present|main|unit)\b|当前|实际|主/

const scoreOf = (rule: TagRule, point: DataPoint, words: string, has_unit: boolean): number => {
  const setting = rule.role === 'setting'
  return (
    (has_unit ? 4 : 0) +
    (rule.better?.some((concept) => WORDS[concept].test(words)) === true ? 2 : 0) +
    (FIRST.test(words) ? 2 : 0) -
    (isSecond(point, words) ? 3 : 0) +
    (point.rw === (setting ? 'rw' : 'r') ? 3 : 0) +
    (rule.role === 'state' && isState(point) ? 1 : 0) -
    Math.min(2, Math.max(0, words.split(' ').length - 4) * 0.5)
  )
}

/** Points of a family of short sensor names, where enough of it are there. */
const familyCandidates = (named: readonly NamedPoint[]): Candidate[] =>
  SENSOR_FAMILIES.flatMap(({ least, names }) => {
    const members = named.filter(({ point, words }) => Object.hasOwn(names, words) && unitName(point.unit) === '°C')
    if (members.length < least) return []
    const told = members.map(({ point }) => point.names.en).join(', ')
    return members.flatMap(({ point, words }): Candidate[] => {
      const tag = names[words] ?? null
      return tag === null
        ? []
        : [{ point, tag, score: 8, certainty: 'sure', reasons: [{ code: 'sensor_family', text: told }] }]
    })
  })
