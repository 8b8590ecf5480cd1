import type { ProductCount, UnitFigures } from '@heatfleet/contract/dashboard/statistics.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { agentsWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { cellsBelow, cellsHeldAt, type FleetPlace, sumsByRegion, sumsOfEach } from '../devices/public.ts'

type Db = Kysely<Tables>

/** Sums of cells, under the names of the wire. */
const FIGURES = sql`coalesce(sum(n), 0)::int as total,
  coalesce(sum(n) filter (where online_state = 'online'), 0)::int as online,
  coalesce(sum(n) filter (where alarm), 0)::int as alarm,
  coalesce(sum(n) filter (where online_state = 'never'), 0)::int as never_online`

/** The same of sums. */
const SUMS = sql`coalesce(sum(n), 0)::int as total, coalesce(sum(online), 0)::int as online,
  coalesce(sum(alarm), 0)::int as alarm, coalesce(sum(never_online), 0)::int as never_online`

const figuresOf = async (db: Db, cells: RawBuilder<unknown>): Promise<UnitFigures> => {
  const { rows } = await sql<UnitFigures>`select ${FIGURES} from ${cells} cells`.execute(db)
  return rows[0] ?? { total: 0, online: 0, alarm: 0, never_online: 0 }
}

/** Figures of what one distributor holds itself; of the path of the fleet, the stock of the manufacturer. */
export const countHeld = (db: Db, scope: Scope, path: string, product_key: string | null): Promise<UnitFigures> =>
  figuresOf(db, cellsHeldAt(scope, path, product_key))

type StatusFigures = UnitFigures & { offline: number; unrecognized: number; bus_lost: number }

/** Units by state. */
export const countStates = async (db: Db, scope: Scope, place: FleetPlace): Promise<StatusFigures> => {
  const { rows } = await sql<StatusFigures>`select ${FIGURES},
    coalesce(sum(n) filter (where online_state = 'offline'), 0)::int as offline,
    coalesce(sum(n) filter (where identify_status = 'unrecognized'), 0)::int as unrecognized,
    coalesce(sum(n) filter (where bus_status = 'lost'), 0)::int as bus_lost
    from ${cellsBelow(scope, place)} cells`.execute(db)
  // One row, as every sum without groups.
  return rows[0] as StatusFigures
}

/** Units by product, and those of them in the manufacturer's stock. */
export const countByProduct = async (db: Db, scope: Scope, place: FleetPlace): Promise<ProductCount[]> => {
  const stock =
    place.path === null ? cellsHeldAt(scope, '/', place.product_key) : sql`(select null as product_key, 0 as n)`
  const { rows } = await sql<ProductCount>`
    select products.product_key, products.name, products.english_name, counted.*,
      coalesce(stocked.n, 0)::int as manufacturer_stock
    from (select product_key as of_product, ${FIGURES} from ${cellsBelow(scope, place)} cells group by 1) counted
      join products on products.product_key = counted.of_product
      left join (select product_key, sum(n) as n from ${stock} stock group by 1) stocked
        on stocked.product_key = products.product_key
    where counted.total > 0
    order by counted.total desc, products.product_key`.execute(db)
  return rows.map(({ product_key, name, english_name, total, online, alarm, never_online, manufacturer_stock }) => ({
    product_key,
    name,
    english_name,
    total,
    online,
    alarm,
    never_online,
    manufacturer_stock,
  }))
}

type AgentFigures = UnitFigures & {
  agent_id: number
  agent_name: string
  agent_level: number
  has_lower: boolean
}

/**
 * Units of each distributor directly below a path; of the path of the fleet, of the highest that are seen: a resource group
 * may begin anywhere.
 */
export const countByAgent = async (
  db: Db,
  visibility: { agent: Scope; device: Scope },
  { path, product_key }: { path: string; product_key: string | null },
  limit: number,
): Promise<AgentFigures[]> => {
  const seen = agentsWithin(visibility.agent, 'distributors')
  const chosen =
    path === '/'
      ? sql`(distributors.parent_id is null
          or distributors.parent_id not in (select agent_id from distributors where ${seen}))`
      : sql`distributors.agent_path = ${path} || distributors.agent_id || '/'`
  const { rows } = await sql<AgentFigures>`
    select distributors.agent_id, distributors.agent_name, distributors.agent_level,
      exists (select from distributors lower where lower.parent_id = distributors.agent_id) as has_lower, counted.*
    from distributors cross join lateral (
      select ${SUMS} from ${sumsOfEach(visibility, product_key)} sums
    ) counted
    where ${seen} and ${chosen}
    order by counted.total desc, distributors.agent_id limit ${limit}`.execute(db)
  return rows
}

/** The level of a distributor and its name, where the scope sees it. */
export const findAgent = async (db: Db, scope: Scope, agent_path: string) =>
  db
    .selectFrom('distributors')
    .where('distributors.agent_path', '=', agent_path)
    .where(agentsWithin(scope, 'distributors'))
    .select(['distributors.agent_id', 'distributors.agent_name', 'distributors.agent_level'])
    .executeTakeFirst()

type RegionFigures = UnitFigures & { country: string | null; region_code: string | null }

/** Units of distributors by country and province; of one province by city. */
export const countByRegion = async (
  db: Db,
  scope: Scope,
  place: FleetPlace,
  province: string | null,
): Promise<RegionFigures[]> => {
  const { rows } = await sql<RegionFigures>`
    select * from (
      select country, region_code, ${SUMS}
      from ${sumsByRegion(scope, place, province)} sums group by 1, 2
    ) counted where total > 0 order by total desc, country, region_code`.execute(db)
  return rows
}
