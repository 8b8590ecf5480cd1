import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import { describe, expect, it } from 'vitest'
import { corrupt, rightValue } from '../test/generated-values.ts'
import { seeded } from '../test/seeded.ts'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { ERROR_CODES } from './errors.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { refusalsOf } from './openapi.ts'
import { requestExampleOf } from './request-example.ts'

const PARTS = ['params', 'query', 'body'] as const
const rows = Object.entries<Endpoint>(api)
const RUNS = propertyRuns(1_000)

describe('the schemas of a call', () => {
  it.each(rows)(
    'of %s refuse what is wrong by a rule that the call declares, whatever they are given',
    (name, endpoint) => {
      const random = seeded(name.length)
      const declared = refusalsOf(endpoint)
      for (const part of PARTS) {
        const schema = endpoint[part]
        if (schema === undefined) continue
        const json = jsonSchemaOf(schema, 'input')
        for (let at = 0; at < RUNS; at += 1) {
          const right = rightValue(json, random, {})
          const { error } = schema.safeParse(at % 2 === 0 ? right : corrupt(right, random))
          const codes = error?.issues.flatMap(({ message }) => ERROR_CODES.filter((code) => code === message)) ?? []
          expect(codes.filter((code) => !declared.includes(code))).toEqual([])
        }
      }
    },
  )

  it.each(rows)('of %s allow the request of the API page', (_, endpoint) => {
    const example = requestExampleOf(endpoint)
    for (const part of PARTS) expect(endpoint[part]?.safeParse(example[part]).error).toBeUndefined()
  })
})
