import type { Readiness } from '../app-context.ts'
import type { Database } from '../platform/db.ts'
import { isMigrated } from '../platform/migrate.ts'
import type { Gateway } from './gateway-child.ts'

/** What `/readyz` answers: the database with all its migrations, and the broker. */
export const readinessOf = async (database: Database, gateway: Gateway): Promise<Readiness> => {
  try {
    return { database: true, migrations: await isMigrated(database.pool), broker: gateway.isReady() }
  } catch {
    // Any failure of that query means that the database is unavailable.
    return { database: false, migrations: false, broker: gateway.isReady() }
  }
}
