import { choicesOf, type JsonSchema } from '../src/json-schema.ts'
import { textLike } from '../src/request-example.ts'
import type { Seeded } from './seeded.ts'

/** Values that exist on the stage, by the name of the field that may hold them. */
export type Known = Readonly<Record<string, readonly unknown[]>>

const LETTERS = [
  'a',
  'Z',
  '7',
  ' ',
  '-',
  'é',
  'ß',
  'ł',
  '热',
  '泵',
  '😀',
  'ע',
  '\u200d',
  "'",
  '"',
  '%',
  '_',
  '<',
  '\\',
  '\n',
]
/** Longer texts and lists than this say nothing more and cost time. */
const TEXT_MOST = 300
const LIST_MOST = 4

/** A value that a schema allows, its ends more often than its middle. */
export const rightValue = (schema: JsonSchema, random: Seeded, known: Known, name = ''): unknown => {
  if ('const' in schema) return schema.const
  if (schema.anyOf !== undefined || schema.oneOf !== undefined)
    return rightValue(random.pick(choicesOf(schema)), random, known, name)
  if (schema.enum !== undefined) return random.pick(schema.enum)
  const there = known[name]
  if (there !== undefined && random.chance(0.7) && isOfType(there[0], schema)) return random.pick(there)
  switch (schema.type) {
    case 'string':
      return rightText(schema, random)
    case 'number':
    case 'integer':
      return rightNumber(schema, random)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'array':
      return rightList(schema, random, known, name)
    case 'object':
      return rightObject(schema, random, known)
    default:
      return random.pick([null, 1, 'text', [], {}])
  }
}

const isOfType = (value: unknown, { type }: JsonSchema): boolean =>
  type === 'integer' ? typeof value === 'number' : type === typeof value

const rightText = (schema: JsonSchema, random: Seeded): string => {
  const { pattern, format, minLength = 0, maxLength = 60 } = schema
  if (format === 'date-time') return new Date(random.pick([0, 1_795_000_000_000, 4_102_444_800_000])).toISOString()
  if (pattern !== undefined) return textLike(pattern, minLength, schema.maxLength)
  // Nobody listens there: nothing leaves this machine.
  if (format === 'uri') return 'http://127.0.0.1:9/hook'
  const most = Math.min(maxLength, TEXT_MOST)
  const length = random.pick([minLength, most, random.whole(minLength, Math.max(minLength, Math.min(most, 20)))])
  let text = ''
  while (text.length < length) text += random.pick(LETTERS)
  return text.length > maxLength ? 'x'.repeat(length) : text
}

const rightNumber = (schema: JsonSchema, random: Seeded): number => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, type } = schema
  const least = minimum ?? (exclusiveMinimum ?? -1_001) + 1
  const most = maximum ?? (exclusiveMaximum ?? Math.max(least, 0) + 1_001) - 1
  const value = random.pick([least, most, random.whole(Math.ceil(least), Math.floor(most))])
  return type === 'integer' || random.chance(0.7) ? value : Math.min(most, value + 0.5)
}

const rightList = (schema: JsonSchema, random: Seeded, known: Known, name: string): unknown[] => {
  const { minItems = 0, maxItems = LIST_MOST, items = {} } = schema
  const length = random.whole(minItems, Math.max(minItems, Math.min(maxItems, LIST_MOST)))
  return Array.from({ length }, () => rightValue(items, random, known, name.replace(/s$/, '')))
}

const rightObject = (schema: JsonSchema, random: Seeded, known: Known): Record<string, unknown> => {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema
  const given = Object.entries(properties).flatMap(([key, property]) =>
    required.includes(key) || random.chance(0.6) ? [[key, rightValue(property, random, known, key)] as const] : [],
  )
  if (typeof additionalProperties !== 'object') return Object.fromEntries(given)
  const named = Array.from({ length: random.whole(0, 2) }, () => [
    String(rightValue(propertyNames ?? { type: 'string', minLength: 1 }, random, known)),
    rightValue(additionalProperties, random, known),
  ])
  return Object.fromEntries([...given, ...named])
}

const deep = (depth: number): unknown => {
  let value: unknown = 1
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value }
  return value
}

/** Wrong for most fields, and what columns of the database hold and hold no longer. */
const STRANGE: readonly unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  0.1,
  1e-320,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  Number.MAX_SAFE_INTEGER,
  2 ** 63,
  1e308,
  '',
  ' ',
  '0',
  'NaN',
  'null',
  '[]',
  '{}',
  'x'.repeat(20_000),
  '😀'.repeat(200),
  'e\u0301'.repeat(30),
  '\u0000',
  '\ud800',
  '\u202e\ufeff\u2028',
  "'; drop table devices; --",
  '%_\\%',
  '../../etc/passwd',
  '{{7*7}}<%= 7*7 %>',
  '__proto__',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  [],
  [null],
  [[], []],
  Array.from({ length: 1_200 }, (_, at) => at),
  {},
  { length: 3 },
  { toString: 1, constructor: null },
  deep(60),
]

/** The ends of a number or a length, one step outside of them. */
const outside = (value: unknown, random: Seeded): unknown => {
  if (typeof value === 'number') return random.pick([value + 1, value - 1, -value, value + 0.5, String(value)])
  if (typeof value === 'string')
    return random.pick([`${value}${value}${value}`, value.slice(1), value.toUpperCase(), ` ${value} `])
  if (typeof value === 'boolean') return random.pick([String(value), Number(value)])
  if (Array.isArray(value))
    return random.pick([[...value, ...value], value.slice(1), value[0] ?? null, Object.assign({}, value)])
  return [value]
}

/** A copy of a value that is wrong at one place: another type, an end passed, a field missing, too many or twice. */
export const corrupt = (value: unknown, random: Seeded): unknown => {
  const is_inner = typeof value === 'object' && value !== null
  const keys = is_inner ? Object.keys(value) : []
  if (!is_inner || (keys.length === 0 && random.chance(0.5)) || random.chance(0.06))
    return random.chance(0.4) ? outside(value, random) : random.pick(STRANGE)
  if (Array.isArray(value)) {
    if (value.length === 0) return outside(value, random)
    const at = random.whole(0, value.length - 1)
    return random.chance(0.2) ? outside(value, random) : value.with(at, corrupt(value[at], random))
  }
  const key = keys.length === 0 ? 'missing' : random.pick(keys)
  if (random.chance(0.12)) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  if (random.chance(0.08))
    return { ...value, [random.pick(['extra', '__proto__', 'constructor', '', 'ключ', 'a.b'])]: random.pick(STRANGE) }
  return { ...value, [key]: corrupt(Reflect.get(value, key), random) }
}
