import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { choicesOf, type JsonSchema, jsonSchemaOf } from './json-schema.ts'

/** The three parts of a request, as they are sent. */
type RequestExample = { params?: unknown; query?: unknown; body?: unknown }

/** What a field of this name holds in an example, where its schema allows it. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  mac: '863412060123455',
  device_id: '863412060123455',
  deviceId: '863412060123455',
  new_mac: '863412060123463',
  x: '1',
  code: '34679ACD',
  platforms: ['web'],
  manual_url: 'https://docs.example.com/manual.pdf',
  picture: 'data:image/png;base64,iVBORw0KGgo=',
  drawn: 'data:image/png;base64,iVBORw0KGgo=',
  logo: 'data:image/png;base64,iVBORw0KGgo=',
  macs: ['863412060123455'],
  product_key: 'r290-monobloc',
  user_name: 'anna.nowak',
  password: 'Warm-House-42',
  new_password: 'Warm-House-43',
  email: 'anna.nowak@example.com',
  phone: '+48221234567',
  time_zone: 'Europe/Warsaw',
  iccid: '89860000000000000001',
  from: '2026-11-20T00:00:00.000Z',
  to: '2026-11-21T00:00:00.000Z',
  start: '2026-11-20T00:00:00.000Z',
  end: '2026-11-21T00:00:00.000Z',
  cursor: 'start',
  url: 'https://hooks.example.com/heatfleet',
}

/** A text for each pattern of the contract; a test holds that none is missing. */
const BY_PATTERN: readonly string[] = [
  '1',
  '330100',
  '330000',
  '07:30',
  'r290-monobloc',
  '1.2.0',
  '#1677ff',
  't_out',
  'CN-33',
  'PL',
  '+48221234567',
  '/devices',
  'anna.nowak',
  'anna.nowak@example.com',
  'cmhz1k5z41',
  '0123456789abcdef'.repeat(4),
  '2026-11-20T00:00:00.000Z',
  '2026-11-20',
  'aGVhdGZsZWV0',
  '6f0c1f5e-6a0e-4c53-9d0c-0b8f6f2f4c11',
]

/** A text that the pattern matches, within the lengths. Refuses a pattern that no example is known for. */
export const textLike = (pattern: string, least = 0, most = Number.POSITIVE_INFINITY): string => {
  const expression = new RegExp(pattern, 'u')
  const found = BY_PATTERN.find((text) => text.length >= least && text.length <= most && expression.test(text))
  if (found === undefined) throw new Error(`No example is known for the pattern ${pattern}.`)
  return found
}

const textOf = (schema: JsonSchema): string => {
  const { pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  if (pattern !== undefined) return textLike(pattern, minLength, maxLength)
  if (format === 'uri') return 'https://hooks.example.com/heatfleet'
  if (format === 'uuid') return '0b0e7a3c-6a51-4c0a-9d4e-2f6f6f0c1a55'
  return 'Example'.padEnd(minLength, '.').slice(0, maxLength)
}

const numberOf = ({ minimum, maximum, exclusiveMinimum }: JsonSchema): number => {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
  if (least !== undefined && least > Number.MIN_SAFE_INTEGER) return least
  return maximum !== undefined && maximum < 1 ? maximum : 1
}

const suits = (value: unknown, schema: JsonSchema): boolean => {
  if (schema.enum !== undefined) return schema.enum.includes(value)
  if (Array.isArray(value))
    return (
      schema.type === 'array' && schema.items !== undefined && value.every((item) => suits(item, schema.items ?? {}))
    )
  if (typeof value !== 'string' || schema.type !== 'string') return false
  const { pattern, minLength = 0, maxLength = value.length } = schema
  return (
    value.length >= minLength &&
    value.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(value))
  )
}

/** One value that a schema allows: what must be there and nothing more, always the same. `name` = the field it is for. */
const valueLike = (schema: JsonSchema, name = ''): unknown => {
  if ('const' in schema) return schema.const
  if (schema.anyOf !== undefined || schema.oneOf !== undefined) {
    const choices = choicesOf(schema)
    return valueLike(choices.find(({ type }) => type !== 'null') ?? choices[0] ?? {}, name)
  }
  if (suits(BY_NAME[name], schema)) return BY_NAME[name]
  if (schema.enum !== undefined) return schema.enum[0]
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'number':
    case 'integer':
      return numberOf(schema)
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => valueLike(schema.items ?? {}, name))
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, valueLike(schema.properties?.[key] ?? {}, key)]),
      )
    default:
      return null
  }
}

/** A request that is true to the schemas of a call: what it must have, and what is written beside the row. */
export const requestExampleOf = (endpoint: Endpoint): RequestExample => {
  const made = (part: z.ZodType | undefined): unknown =>
    part === undefined ? undefined : valueLike(jsonSchemaOf(part, 'input'))
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const [value, written] = [made(endpoint[part]), endpoint.sends?.[part]]
    const whole =
      typeof value === 'object' && !Array.isArray(value) ? { ...value, ...Object(written) } : (written ?? value)
    return whole === undefined ? [] : [[part, whole]]
  })
  return Object.fromEntries(parts) as RequestExample // three known parts
}
