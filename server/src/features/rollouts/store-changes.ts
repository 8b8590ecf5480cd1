import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/**
 * The newest moves of rollouts and of upgrades after a time, for the realtime sockets; null = the last one. Unscoped: each socket
 * checks its own.
 */
export const listChangedRollouts = async (db: Db, since: Date | null, limit: number) => {
  const after = since ?? new Date(0)
  const most = since === null ? 1 : limit
  const rollouts = db
    .selectFrom('rollouts')
    .select([
      sql<string>`'rollout ' || rollout_id`.as('key'),
      'agent_path',
      sql<number | null>`null::int`.as('device_id'),
      sql<string | null>`null::text`.as('product_key'),
      'changed_at',
    ])
    .where('changed_at', '>', after)
    .orderBy('changed_at', 'desc')
    .limit(most)
  const upgrades = db
    .selectFrom('upgrades')
    .innerJoin('devices', 'devices.device_id', 'upgrades.device_id')
    .select([
      sql<string>`'upgrade ' || upgrade_id`.as('key'),
      'devices.agent_path',
      'devices.device_id',
      'devices.product_key',
      'upgrades.changed_at',
    ])
    .where('upgrades.changed_at', '>', after)
    .orderBy('upgrades.changed_at', 'desc')
    .limit(most)
  const rows = [...(await rollouts.execute()), ...(await upgrades.execute())]
  return rows.map(({ key, agent_path, changed_at, device_id, product_key }) => ({
    key,
    agent_path,
    changed_at,
    device: device_id === null || product_key === null ? null : { device_id, agent_path, product_key },
  }))
}
