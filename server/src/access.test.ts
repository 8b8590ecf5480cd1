import { api } from '@heatfleet/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DECLARED_COMMANDS, fieldParts, matrixParts } from '../test/access/parts.ts'
import { CONSOLE_CALLS, RIGHTS, rowsOf } from '../test/access/rows.ts'
import { COMMANDS } from '../test/access/sockets.ts'
import { type AccessStage, openAccessStage } from '../test/access/stage.ts'
import { useDatabase } from '../test/database.ts'

const database = useDatabase()
let stage: AccessStage

beforeAll(async () => {
  stage = await openAccessStage(database)
})
afterAll(() => stage.close())

describe('the access matrix', () => {
  it('has a row for every call and every command', () => {
    expect(CONSOLE_CALLS.flatMap(rowsOf).length).toBeGreaterThanOrEqual(CONSOLE_CALLS.length)
    expect(Object.keys(RIGHTS).sort()).toEqual(Object.keys(api).sort())
    expect([...COMMANDS].sort()).toEqual([...DECLARED_COMMANDS].sort())
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
