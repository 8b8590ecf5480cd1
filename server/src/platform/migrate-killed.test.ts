import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { killMigrations } from '../../test/kill-migrations.ts'

/** All statements are for `npm run faults -- migrations`. */
const EVERY = 12

test('a start killed within a migration leaves nothing behind, and the next one ends as ever', async () => {
  const name = `test_${randomBytes(8).toString('hex')}`
  const { tried, wrong, schema } = await killMigrations(inject('postgres'), name, EVERY)
  console.log(`kills within migrations: ${tried} tried, ${wrong.length} wrong`)
  expect(wrong).toEqual([])
  expect(tried).toBeGreaterThan(20)
  expect(schema).toBe(readFileSync(join(import.meta.dirname, '..', '..', 'schema.sql'), 'utf8'))
})
