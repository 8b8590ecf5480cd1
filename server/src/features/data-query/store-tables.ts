import type { QUERY_TABLES } from '@heatfleet/contract/data-query/tables.ts'
import type { SourcesOf } from './source.ts'
import { FLEET_SOURCES } from './store-tables-fleet.ts'
import { PEOPLE_SOURCES } from './store-tables-people.ts'
import { SERVICE_SOURCES } from './store-tables-service.ts'

/** The scope is part of each table itself, so that no condition, join or calculation reaches beyond it. */
export const QUERY_SOURCES: SourcesOf<typeof QUERY_TABLES> = {
  ...FLEET_SOURCES,
  ...SERVICE_SOURCES,
  ...PEOPLE_SOURCES,
}
