import { afterEach, expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { systemClock } from './clock.ts'
import { type Lead, waitForLead } from './lead-lock.ts'

const database = useDatabase()
const LOCK = 5_424_001_199
let leads: Lead[] = []
afterEach(async () => {
  for (const lead of leads) await lead.giveUp()
  leads = []
})
const enter = () => {
  const seen = { has_taken: false, lost: 0 }
  const lead = waitForLead(database.connection, LOCK, { clock: systemClock, onLost: () => (seen.lost += 1) })
  void lead.taken.then(() => (seen.has_taken = true))
  leads.push(lead)
  return { lead, seen }
}

it('one leads; the next does when it gives up', async () => {
  const [a, b] = [enter(), enter()]
  expect(await a.lead.take()).toBe(true)
  expect(await b.lead.take()).toBe(false)
  await a.lead.giveUp()
  await eventually(() => b.seen.has_taken).toBe(true)
  expect(a.seen.lost).toBe(0)
})

it('one whose connection ends hears of it, and the next leads', async () => {
  const [a, b] = [enter(), enter()]
  expect(await a.lead.take()).toBe(true)
  // Many tries at once are one.
  expect(await Promise.all([b.lead.take(), b.lead.take()])).toEqual([false, false])
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
       and (classid::bigint << 32) + objid::bigint = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [LOCK],
  )
  await eventually(() => a.seen.lost).toBe(1)
  await eventually(() => b.seen.has_taken).toBe(true)
})

it('who gave up never leads', async () => {
  const { lead, seen } = enter()
  await lead.giveUp()
  expect(await lead.take()).toBe(false)
  expect(seen).toEqual({ has_taken: false, lost: 0 })
})
