import { api } from '@heatfleet/contract/api.ts'
import { type Endpoint, isAppCall } from '@heatfleet/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DECLARED_COMMANDS, fieldParts, matrixParts } from '../test/access-cells.ts'
import { RIGHT_OF } from '../test/access-rights.ts'
import { type AccessStage, openAccessStage } from '../test/access-stage.ts'
import { ACCESS, SOCKET_ACCESS } from '../test/access-table.ts'
import { useDatabase } from '../test/database.ts'

const database = useDatabase()
let stage: AccessStage

beforeAll(async () => {
  stage = await openAccessStage(database)
})
afterAll(() => stage.close())

describe('the access matrix', () => {
  it('has a row for every call and every command', () => {
    const calls = Object.entries<Endpoint>(api).filter(([, row]) => !isAppCall(row))
    expect(Object.keys(ACCESS).sort()).toEqual(calls.map(([name]) => name).sort())
    expect(Object.keys(RIGHT_OF).sort()).toEqual(Object.keys(api).sort())
    expect(Object.keys(SOCKET_ACCESS).sort()).toEqual([...DECLARED_COMMANDS].sort())
  })

  it.each(matrixParts())('$name is open to whom it is declared open, and to nobody else', async ({ cells }) => {
    const { tried, wrong } = await cells(stage)
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(0)
  })
})

describe('what nobody sets by sending it along', () => {
  it.each(fieldParts())('is refused by $name', async ({ cells }) => {
    const { tried, wrong } = await cells(stage)
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(0)
  })
})
