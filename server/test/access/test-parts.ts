import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../database.ts'
import type { Part } from './parts.ts'
import { type AccessStage, openAccessStage } from './stage.ts'

/** A test file of parts of the matrix, on a stage of its own: each is a test. */
export const testParts = (title: string, parts: readonly Part[]): void => {
  const database = useDatabase()
  let stage: AccessStage
  beforeAll(async () => {
    stage = await openAccessStage(database)
  })
  afterAll(() => stage.close())

  describe(title, () => {
    it.each(parts)('$name', async ({ cells }) => {
      const { tried, wrong } = await cells(stage)
      expect(wrong).toEqual([])
      expect(tried).toBeGreaterThan(0)
    })
  })
}
