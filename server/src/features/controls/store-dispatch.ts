import { type ControlState, statesBefore } from '@heatfleet/contract/transitions.ts'
import type pg from 'pg'

type Sql = Pick<pg.Pool, 'query'>

/** A row of the control log as the dispatcher needs it. */
export type ControlRow = {
  control_id: number
  device_id: number
  mac: string
  point_key: string
  old_value: number | null
  new_value: number
  read_back: number | null
  state: ControlState
  reason: string | null
  sends: number
  expires_at: Date
  /** Rows of one command have the same. */
  control_time: Date
  request_id: string
  uid: number
}

const COLUMNS = `c.control_id::int, c.device_id, d.mac, c.point_key, c.old_value, c.new_value, c.read_back, c.state, c.reason,
  c.sends, c.expires_at, c.control_time, c.request_id, c.uid`

/** Open rows of these ids, in the order of their creation. */
export const listControls = async (sql: Sql, control_ids: readonly number[]): Promise<ControlRow[]> => {
  const { rows } = await sql.query<ControlRow>(
    `select ${COLUMNS} from control_log c join devices d using (device_id)
     where c.control_id = any($1::bigint[]) and c.state in ('queued', 'sent', 'acked') order by c.control_id`,
    [control_ids],
  )
  return rows
}

/** Everything open, when the gateway starts. */
export const listOpenControls = async (sql: Sql): Promise<ControlRow[]> => {
  const { rows } = await sql.query<ControlRow>(
    `select ${COLUMNS} from control_log c join devices d using (device_id)
     where c.state in ('queued', 'sent', 'acked') order by c.control_id`,
  )
  return rows
}

/** Columns a transition writes besides the state; undefined = unchanged. */
export type MoveFacts = {
  at_ms: number
  is_final: boolean
  reason?: string
  read_back?: number | null
  control_data?: string
  frame?: string
  read_back_data?: string
}

/** The only function that changes the state of a command. Null = the transition is not legal from the current state. */
export const moveControl = async (
  sql: Sql,
  control_id: number,
  to: ControlState,
  facts: MoveFacts,
): Promise<ControlRow | null> => {
  const { rows } = await sql.query<ControlRow>(
    `update control_log c set state = $2,
       finish_time = case when $4 then $5::timestamptz else c.finish_time end,
       reason = coalesce($6, c.reason), read_back = coalesce($7, c.read_back), control_data = coalesce($8, c.control_data),
       frame = coalesce($9, c.frame), read_back_data = coalesce($10, c.read_back_data),
       sent_at = case when $2 = 'sent' then coalesce(c.sent_at, $5::timestamptz) else c.sent_at end,
       acked_at = case when $2 = 'acked' then coalesce(c.acked_at, $5::timestamptz) else c.acked_at end,
       sends = c.sends + case when $2 = 'sent' then 1 else 0 end
     from devices d
     where c.control_id = $1 and c.state = any($3) and d.device_id = c.device_id
     returning ${COLUMNS}`,
    [
      control_id,
      to,
      statesBefore(to),
      facts.is_final,
      new Date(facts.at_ms),
      facts.reason ?? null,
      facts.read_back ?? null,
      facts.control_data ?? null,
      facts.frame ?? null,
      facts.read_back_data ?? null,
    ],
  )
  return rows[0] ?? null
}

/** Records a retry under the same id. False = the command has ended meanwhile. */
export const countSend = async (sql: Sql, control_id: number): Promise<boolean> => {
  const { rowCount } = await sql.query(
    `update control_log set sends = sends + 1 where control_id = $1 and state in ('sent', 'acked')`,
    [control_id],
  )
  return rowCount === 1
}
