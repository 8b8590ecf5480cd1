import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'

const { database, console_ } = useFleetConsole()
let admin: Call

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
})

const make = (app_name: string) => admin(api.createApplication, { body: { app_name } })

/** Statements about apps that wait for another transaction. */
const waiting = async () => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike '%applications%'`.execute(
    database.db,
  )
  return rows.length
}

describe('the name that another app is getting this moment', () => {
  it.each([
    ['made', make],
    [
      'renamed',
      async (app_name: string) => {
        const { app_id: id } = await make(`Before ${app_name}`)
        return admin(api.editApplication, { params: { id }, body: { app_name } })
      },
    ],
  ])('is taken for one that is %s', async (how, act) => {
    const app_name = `In hand ${how}`
    const { app_id } = await make(`Quicker than ${how}`)
    const late = await database.db.transaction().execute(async (trx) => {
      await trx.updateTable('applications').set({ app_name }).where('app_id', '=', app_id).execute()
      const answer = refusalOf(act(app_name))
      // Once it waits for this transaction, its look-up has found no user with the name.
      await eventually(waiting).toBe(1)
      return { answer }
    })
    expect(await late.answer).toBe('app_name_taken app_name')
  })
})
