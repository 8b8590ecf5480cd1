import { afterEach, describe, expect, it } from 'vitest'
import { DatabaseAway, type DatabaseWatch, watchDatabase } from './database-watch.ts'

const TIMES = { every_ms: 1, late_ms: 10, away_ms: 30 }
type Answer = { resolve: (found: string) => void; reject: (error: Error) => void }

/** A database of which a test says when it answers. */
const openDatabase = async () => {
  let is_still = false
  const waiting: Answer[] = []
  const probe = () =>
    new Promise<string>((resolve, reject) => {
      if (is_still) waiting.push({ resolve, reject })
      else resolve('migrated')
    })
  const watch = await watchDatabase(probe, TIMES)
  watches.push(watch)
  return {
    watch,
    stop: () => {
      is_still = true
    },
    go: () => {
      is_still = false
      for (const { resolve } of waiting.splice(0)) resolve('migrated')
    },
    fail: () => {
      for (const { reject } of waiting.splice(0)) reject(new Error('terminated'))
    },
    waiting: () => waiting.length,
  }
}
const watches: DatabaseWatch<string>[] = []
afterEach(() => {
  for (const watch of watches.splice(0)) watch.close()
})
const eventually = (is: () => boolean) => expect.poll(is, { interval: 1 }).toBe(true)

describe('a database that stands still', () => {
  it('is not found any more, though it refuses nothing', async () => {
    const database = await openDatabase()
    expect(database.watch.found()).toBe('migrated')
    database.stop()
    await eventually(() => database.watch.found() === null)
    expect(database.waiting()).toBe(1)
  })

  it('ends the calls that wait for it, and those that come meanwhile', async () => {
    const database = await openDatabase()
    const call = database.watch.during(() => new Promise(() => {}))
    database.stop()
    await expect(call).rejects.toThrow(DatabaseAway)
    await expect(database.watch.during(() => Promise.resolve())).rejects.toThrow(DatabaseAway)
  })

  it('serves calls again once it goes on', async () => {
    const database = await openDatabase()
    database.stop()
    await database.watch.during(() => new Promise(() => {})).catch(() => null)
    database.go()
    await eventually(() => database.watch.found() === 'migrated')
    expect(await database.watch.during(() => Promise.resolve('page'))).toBe('page')
  })

  it('and then ends is not found, but its refusals are the calls’ own', async () => {
    const database = await openDatabase()
    database.stop()
    await eventually(() => database.waiting() === 1)
    database.fail()
    await eventually(() => database.watch.found() === null)
  })
})

it('a call keeps its own answer and its own refusal', async () => {
  const { watch } = await openDatabase()
  expect(await watch.during(() => Promise.resolve(1))).toBe(1)
  await expect(watch.during(() => Promise.reject(new Error('stale')))).rejects.toThrow('stale')
})

it('closing ends the probes', async () => {
  const database = await openDatabase()
  database.watch.close()
  database.stop()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(database.waiting()).toBe(0)
})
