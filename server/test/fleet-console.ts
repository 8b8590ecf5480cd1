import type { Call } from '@heatfleet/contract/client.ts'
import { afterAll, beforeAll } from 'vitest'
import type { AppContext } from '../src/app-context.ts'
import { startConsole, type TestConsole } from './console-world.ts'
import { useDatabase } from './database.ts'
import { type SmallAccount, type SmallFleet, seedSmallFleet } from './small-fleet.ts'

/**
 * Call once at the top of a test file: the small fleet behind a console of its own. What it gives may be taken apart there;
 * it is filled before the first `beforeAll` of the file.
 */
export const useFleetConsole = (settings: NodeJS.ProcessEnv = {}, changes: Partial<AppContext> = {}) => {
  const database = useDatabase()
  // Both are filled just below, before anything reads them.
  const fleet = {} as SmallFleet
  const console_ = {} as TestConsole
  beforeAll(async () => {
    Object.assign(fleet, await seedSmallFleet(database.db))
    Object.assign(console_, await startConsole(database, settings, changes))
  })
  afterAll(() => console_.close())
  const as = async (account: SmallAccount): Promise<Call> => (await console_.signIn(account)).call
  return { database, fleet, console_, as }
}
