import type { AgentNode } from '@heatfleet/contract/distributors/distributors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Connections } from '../../platform/db.ts'
import { runPrepared } from '../../platform/prepared.ts'
import { agentsWithin, type Scope } from '../../platform/scope.ts'
import { figuresBelow } from '../devices/public.ts'
import { literal, type VisibilityScope } from './store-list.ts'

/** Which nodes: those directly below one, null = the highest visible ones, undefined = all; '' = no search. */
type TreeQuery = { parent_id: number | null | undefined; search: string; offset: number; limit: number }
/** `written` = the nodes as JSON, separated by commas. */
type Tree = { written: string[]; total: number }

/** One page of the tree, each node before those below it, with the devices of its whole subtree. */
export const listTree = async (database: Connections, visibility: VisibilityScope, query: TreeQuery): Promise<Tree> => {
  const nodes = nodesOf(database.db, visibility, query)
  const page = nodes
    .select(['distributors.agent_path', writtenNode(visibility, query.search).as('written')])
    .orderBy('distributors.agent_path')
    .offset(query.offset)
    .limit(query.limit)
  const statement = sql<{ total: number; written: string | null }>`
    select (select count(*)::int from (${nodes.select('distributors.agent_id')}) nodes) as total,
      (select string_agg(page.written, ',' order by page.agent_path) from (${page}) page) as written`
  // A search changes the best plan; without one the statement is the same and prepared.
  const [found] =
    query.search === ''
      ? await runPrepared(database, { compile: () => statement.compile(database.db) })
      : (await statement.execute(database.db)).rows
  return { total: found?.total ?? 0, written: found?.written == null ? [] : [found.written] }
}

const matches = (search: string): RawBuilder<boolean> =>
  sql<boolean>`lower(distributors.agent_name) like ${`%${literal(search.toLowerCase())}%`}`

const nodesOf = (db: Connections['db'], visibility: VisibilityScope, { parent_id, search }: TreeQuery) =>
  db
    .with('above', (above) =>
      above.selectFrom('distributors').where(agentsWithin(visibility.agent, 'distributors')).select('agent_id'),
    )
    .selectFrom('distributors')
    .leftJoin('above', 'above.agent_id', 'distributors.parent_id')
    .where(agentsWithin(visibility.agent, 'distributors'))
    .$if(parent_id === null, (all) => all.where('above.agent_id', 'is', null))
    .$if(typeof parent_id === 'number', (all) => all.where('above.agent_id', '=', parent_id ?? 0))
    .$if(search !== '', (all) =>
      all.where('distributors.agent_id', 'in', (found) =>
        found
          .selectFrom('distributors')
          .where(agentsWithin(visibility.agent, 'distributors'))
          .where(matches(search))
          .select(
            sql<number>`unnest(string_to_array(trim(both '/' from distributors.agent_path), '/')::int[])`.as(
              'agent_id',
            ),
          ),
      ),
    )

/** A scope of one distributor sees nothing below it. */
const seesOneAlone = ({ own_agent, own_records }: Scope): boolean => own_agent || own_records !== null

const writtenNode = (visibility: VisibilityScope, search: string): RawBuilder<string> => {
  const fields: Record<keyof AgentNode, RawBuilder<unknown>> = {
    agent_id: sql`distributors.agent_id`,
    agent_name: sql`distributors.agent_name`,
    agent_level: sql`distributors.agent_level`,
    parent_id: sql`above.agent_id`,
    device_count: sql`(select device_count from ${figuresBelow(visibility)} figures)`,
    has_children: seesOneAlone(visibility.agent)
      ? sql`false`
      : sql`exists (select from distributors below where below.parent_id = distributors.agent_id)`,
    disabled: sql`distributors.disabled`,
    match: search === '' ? sql`true` : matches(search),
  }
  const columns = Object.entries(fields).map(([name, value]) => sql`${value} as ${sql.id(name)}`)
  return sql<string>`(select to_json(node)::text from (select ${sql.join(columns)}) node)`
}
