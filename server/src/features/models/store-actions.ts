import type { ModelActionKind, ModelReason } from '@heatfleet/contract/models/actions.ts'
import type { ModelEvidence } from '@heatfleet/contract/models/models.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { PollBlock } from '@heatfleet/contract/products/products.ts'
import { ProductAccess } from '@heatfleet/contract/products/settings.ts'
import { type ModelActionState, modelStatesBefore } from '@heatfleet/contract/transitions.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { Definition } from './fingerprint.ts'

/** What the gateway reads and writes of settings and detections. System work. */
type Sql = Pick<pg.Pool, 'query'>

export type ActionRow = {
  action_id: number
  device_id: number
  mac: string
  product_key: string
  kind: ModelActionKind
  state: ModelActionState
  to_pk: string | null
  created_at: Date
  sent_at: Date | null
}

const COLUMNS = `a.action_id, a.device_id, d.mac, d.product_key, a.kind, a.state, a.to_pk, a.created_at, a.sent_at`

/** Queued actions, the oldest first: those of these ids, or all. */
export const listQueuedActions = async (sql: Sql, action_ids: readonly number[] | null): Promise<ActionRow[]> => {
  const { rows } = await sql.query<ActionRow>(
    `select ${COLUMNS} from model_actions a join devices d using (device_id)
     where a.state = 'queued' and ($1::int[] is null or a.action_id = any($1)) order by a.action_id`,
    [action_ids],
  )
  return rows
}

/** Open actions that must have ended: sent before `sent_before`, or queued before `queued_before`. */
export const listOverdueActions = async (
  sql: Sql,
  due: { sent_before: Date; queued_before: Date },
): Promise<ActionRow[]> => {
  const { rows } = await sql.query<ActionRow>(
    `select ${COLUMNS} from model_actions a join devices d using (device_id)
     where (a.state = 'sent' and a.sent_at < $1) or (a.state = 'queued' and a.created_at < $2)`,
    [due.sent_before, due.queued_before],
  )
  return rows
}

export type ActionFacts = {
  at: Date
  reason?: ModelReason
  /** The recognised model. */
  to_pk?: string | null
  evidence?: ModelEvidence
}

/**
 * The only function that changes the state of an action, and with it where recognition of the device stands, its models and
 * the product that reads it. Null = the transition is not legal from the current state; `is_switched` = another product
 * reads the device now.
 */
export const moveAction = async (
  pool: pg.Pool,
  action_id: number,
  to: ModelActionState,
  facts: ActionFacts,
): Promise<(ActionRow & { is_switched: boolean }) | null> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const moved = await client.query<ActionRow>(
      `update model_actions a set state = $2::text,
         sent_at = case when $2 = 'sent' then $4::timestamptz else a.sent_at end,
         finished_at = case when $2 = 'sent' then null else $4::timestamptz end,
         reason = coalesce($5, a.reason), to_pk = coalesce($6, a.to_pk), evidence = coalesce($7, a.evidence)
       from devices d where a.action_id = $1 and a.state = any($3) and d.device_id = a.device_id
       returning ${COLUMNS}`,
      [
        action_id,
        to,
        modelStatesBefore(to),
        facts.at,
        facts.reason ?? null,
        facts.to_pk ?? null,
        facts.evidence === undefined ? null : JSON.stringify(facts.evidence),
      ],
    )
    const [row] = moved.rows
    if (row === undefined) {
      await client.query('rollback')
      return null
    }
    await applyToDevice(client, row, to)
    const is_switched = (await switchProducts(client, [row.device_id])).length > 0
    await client.query('commit')
    return { ...row, is_switched }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** What contradicts every list contradicts the model recognised before: it is forgotten. A silent board contradicts nothing. */
const applyToDevice = async (
  sql: Sql,
  { action_id, device_id, kind }: ActionRow,
  to: ModelActionState,
): Promise<void> => {
  if (kind === 'set') {
    if (to === 'effective')
      await sql.query(
        `update devices d set dtu_default_pk = a.to_pk from model_actions a
         where d.device_id = $1 and a.action_id = $2`,
        [device_id, action_id],
      )
    return
  }
  await sql.query(
    `update devices d set
       identify_status = case $3::text when 'sent' then 'identifying' when 'recognized' then 'recognized'
         when 'unrecognized' then 'unrecognized'
         else case when d.identify_status = 'identifying' then a.before_status else d.identify_status end end,
       info_pk = case $3 when 'recognized' then a.to_pk when 'unrecognized' then case a.reason when 'no_match' then null else d.info_pk end
         else d.info_pk end
     from model_actions a where d.device_id = $1 and a.action_id = $2`,
    [device_id, action_id, to],
  )
}

/**
 * Makes the set model, else the recognised one, else the product of the import the one that reads new reports (decision
 * 0051); returns those that another product reads now. A model without a published version, or of a product that takes no
 * new units, reads nothing. Virtual units keep the definition they try.
 */
export const switchProducts = async (sql: Sql, device_ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql.query<{ device_id: number }>(
    `update devices d set product_key = e.product_key, imported_pk = coalesce(d.imported_pk, d.product_key)
     from (
       select c.device_id, coalesce(s.product_key, r.product_key, c.imported_pk, c.product_key) as product_key
       from devices c
         left join products s on s.product_key = c.dtu_default_pk and s.layout_id is not null and not s.disabled and s.trial_of is null
         left join products r on r.product_key = c.info_pk and r.layout_id is not null and not r.disabled and r.trial_of is null
       where c.device_id = any($1::int[])
     ) e
     where d.device_id = e.device_id and d.product_key <> e.product_key
       and not exists (select from products t where t.product_key = d.product_key and t.trial_of is not null)
     returning d.device_id`,
    [device_ids],
  )
  return rows.map(({ device_id }) => device_id)
}

/** Who detects in the audit log, where nobody asked for it. */
const SERVICE = 'service'

/** Starts the detection of a generic module that never had one, and notes it in the audit log; null = it is not to be detected. */
export const insertFirstDetection = async (sql: Sql, device_id: number, at: Date): Promise<number | null> => {
  const { rows } = await sql.query<{ action_id: number }>(
    `with started as (
       insert into model_actions (device_id, kind, created_at, from_pk, before_status)
       select d.device_id, 'detect', $2::timestamptz, d.info_pk, 'not_started' from devices d
       where d.device_id = $1 and d.generic and d.identify_status = 'not_started' and d.dtu_default_pk is null
         and not exists (select from model_actions a where a.device_id = d.device_id)
         and not exists (select from virtual_units v where v.device_id = d.device_id)
       on conflict do nothing returning action_id, device_id
     ), noted as (
       insert into audit_log (at, user_name, address, action, object, result, request_id, agent_path)
       select $2::timestamptz, $3, '', 'modelDetect', 'device ' || d.mac, 'ok', '', nullif(d.agent_path, '/')
       from started join devices d using (device_id)
     )
     select action_id from started`,
    [device_id, at, SERVICE],
  )
  return rows[0]?.action_id ?? null
}

const DefinitionRow = z.object({
  product_key: z.string(),
  name: z.string(),
  english_name: z.string(),
  layout_id: z.number(),
  points: z.array(DataPoint),
  poll_blocks: z.array(PollBlock),
  access: ProductAccess,
})

/** The versions in use that a board may be recognised as, without those that are known already. */
export const listDefinitions = async (sql: Sql, known_layout_ids: readonly number[]): Promise<Definition[]> => {
  const { rows } = await sql.query(
    `select p.product_key, p.name, p.english_name, v.layout_id, v.points, v.poll_blocks, v.settings -> 'access' as access
     from products p join product_versions v on v.layout_id = p.layout_id
     where ${CANDIDATES} and p.layout_id <> all($1::int[])`,
    [known_layout_ids],
  )
  return rows.map((row) => DefinitionRow.parse(row))
}

const CANDIDATES = `p.state = 'published' and not p.disabled and p.trial_of is null`

/** Versions in use of the candidates. */
export const listCandidateLayouts = async (sql: Sql): Promise<number[]> => {
  const { rows } = await sql.query<{ layout_id: number }>(
    `select p.layout_id from products p where p.layout_id is not null and ${CANDIDATES}`,
  )
  return rows.map(({ layout_id }) => layout_id)
}

/** Bus settings of a product's version in use; null = it has none. */
export const findAccess = async (sql: Sql, product_key: string): Promise<z.output<typeof ProductAccess> | null> => {
  const { rows } = await sql.query(
    `select v.settings -> 'access' as access from products p join product_versions v on v.layout_id = p.layout_id
     where p.product_key = $1`,
    [product_key],
  )
  return rows[0] === undefined ? null : ProductAccess.parse(rows[0].access)
}
