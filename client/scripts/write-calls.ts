import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, type Endpoint } from '@heatfleet/contract/endpoint.ts'
import { ERROR_CODES } from '@heatfleet/contract/errors.ts'
import { type JsonSchema, jsonSchemaOf } from '@heatfleet/contract/json-schema.ts'
import { refusalsOf } from '@heatfleet/contract/openapi.ts'
import { ServerMessage } from '@heatfleet/contract/push.ts'
import type { CallRow } from '../src/types.ts'
import { openTypes, pascal } from './type-text.ts'

const PARTS = ['params', 'query', 'body'] as const
type Part = (typeof PARTS)[number]
type Written = { name: string; endpoint: Endpoint; parts: Partial<Record<Part, JsonSchema>>; answer: JsonSchema }

/** How the pages of a call go on, by the shape of its query and answer. */
const pagesOf = ({ query }: Written['parts'], answer: JsonSchema): CallRow['pages'] => {
  const [asked, given] = [query?.properties ?? {}, answer.properties ?? {}]
  if ('cursor' in asked && 'list' in given && 'next_cursor' in given) return 'list-cursor'
  if ('pageNo' in asked && 'size' in asked && 'list' in given && 'total' in given && 'pageNo' in given) return 'number'
  return 'cursor' in asked && 'rows' in given && 'next_cursor' in given ? 'cursor' : undefined
}

/** True when a part may be left out: nothing of it is required, or it has a default. */
const mayBeLeftOut = (schema: JsonSchema): boolean =>
  'default' in schema || (schema.type === 'object' && (schema.required ?? []).length === 0)

const rowText = ({ name, endpoint, parts, answer }: Written): string => {
  const pages = pagesOf(parts, answer)
  const row = {
    method: endpoint.method,
    path: `${API_PREFIX}${endpoint.path}`,
    kind: endpoint.kind,
    ...(endpoint.gives === undefined ? {} : { gives: endpoint.gives }),
    ...(pages === undefined ? {} : { pages }),
  }
  return `  ${name}: ${JSON.stringify(row)},`
}

const commentOf = ({ endpoint }: Written): string =>
  `  /** ${endpoint.says.replaceAll('*/', '* /')} Needs: ${endpoint.needs}. Refused with: ${refusalsOf(endpoint).join(', ')}. */`

/** The calls of the endpoint table and the pushes of the socket, as a TypeScript file of the client. */
export const writeCalls = (): string => {
  const types = openTypes()
  const written = Object.entries<Endpoint>(api).map(([name, endpoint]): Written => {
    const parts = PARTS.flatMap((part) => {
      const schema = endpoint[part]
      return schema === undefined ? [] : [[part, jsonSchemaOf(schema, 'input')] as const]
    })
    return { name, endpoint, parts: Object.fromEntries(parts), answer: jsonSchemaOf(endpoint.result, 'output') }
  })
  for (const { parts, answer } of written) for (const schema of [...Object.values(parts), answer]) types.note(schema)
  const push = jsonSchemaOf(ServerMessage, 'output')
  types.note(push)

  const calls = written.map((one) => {
    const fields = PARTS.flatMap((part) => {
      const schema = one.parts[part]
      if (schema === undefined) return []
      const text = types.write(schema, `${pascal(one.name)}${pascal(part)}`)
      return [`${part}${mayBeLeftOut(schema) ? '?' : ''}: ${text}`]
    })
    const request = fields.length === 0 ? 'Record<never, never>' : `{ ${fields.join('; ')} }`
    const answer = one.endpoint.gives === 'file' ? 'ReceivedFile' : types.write(one.answer, `${pascal(one.name)}Answer`)
    return `${commentOf(one)}\n  ${one.name}: { request: ${request}; answer: ${answer} }`
  })
  const pushes = types.write(push, 'Push')
  return `// Written by client/scripts/build.ts from the contract's endpoint table. Do not edit.
import type { CallRow, ReceivedFile } from '../src/types.ts'

/** Codes of refusals. */
export const ERROR_CODES = ${JSON.stringify(ERROR_CODES)} as const
export type ErrorCode = (typeof ERROR_CODES)[number]

${types.declared().join('\n')}

/** Every call of the product: what it takes and what it gives. */
export type Calls = {
${calls.join('\n')}
}

/** Messages that the product pushes. */
export type Push = ${pushes}

export const CALLS: Readonly<Record<keyof Calls, CallRow>> = {
${written.map(rowText).join('\n')}
}
`
}
