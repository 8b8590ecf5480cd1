import { type ControlledUnit, type ControlSource, checkControl } from '@heatfleet/contract/controls/controls.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { checkWeek, weekOf } from '@heatfleet/contract/products/schedule-week.ts'
import { scheduleKeys } from '@heatfleet/contract/products/schedules.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { seesPoint } from '../../audience.ts'
import type { Caller } from '../../caller.ts'
import { unpackLatestBlocks } from '../../ingest/latest-blocks.ts'
import type { Tables } from '../../platform/tables.ts'
import { type AuditWriter, insertAuditLine } from '../audit/public.ts'
import type { Layout, Layouts } from '../products/public.ts'
import { findControlled, findOperator, insertControls } from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus'> & { layouts: Layouts; writeAudit: AuditWriter['write'] }

/** A requested value of a point. */
export type RequestedValue = { key: string; value: number }
/** Settings of one unit; `change_reason` is needed where a point is an installer's, but of a rollout, which people approved. */
type Command = { mac: string; points: readonly RequestedValue[]; change_reason?: string | undefined }
/** A requested value that is in the control log and queued. */
type Accepted = { control_id: number; key: string; old_value: number | null; new_value: number }
/** Where a command comes from, for the audit trail. */
export type Origin = {
  source: ControlSource
  address: string
  user_agent: string
  request_id: string
  /** The rollout it belongs to. */
  rollout_id?: number
}

/**
 * Validates a command and stores it completely or not at all; the gateway sends it. Refuses without the right
 * (`no_permission`), out of scope (`device_not_found`), without the owner's
 * consent to remote service (`owner_consent_missing`, decision 0016), `device_offline`, `point_not_writable`, on a real unit points never
 * tried on hardware (`write_unverified`), and outside the limits of the point, by the same rule as the form. Accepted or refused, it is audited. `registered` gets the
 * ids before the gateway does, so that no early answer misses its sender; `withAccepted` writes what stands or falls with the
 * command in the same transaction.
 */
export const acceptControl = async (
  deps: Deps,
  caller: Caller,
  origin: Origin,
  command: Command,
  registered: (accepted: Accepted[], product_key: string) => void = () => {},
  withAccepted: (trx: Kysely<Tables>, accepted: readonly Accepted[]) => Promise<void> = async () => {},
): Promise<Accepted[]> => {
  const line = {
    at: new Date(deps.clock.now()),
    uid: caller.uid,
    user_name: caller.user_name,
    address: origin.address,
    action: 'ControlDevice',
    object: `device ${command.mac}`,
    request_id: origin.request_id,
    method: origin.source === 'rollout' || origin.source === 'schedule' ? origin.source : 'socket',
    user_agent: origin.user_agent,
  }
  try {
    const validated = await validateControl(deps, caller, command)
    if (!validated.is_online) throw new Refusal('device_offline')
    if (origin.source !== 'rollout') checkReason(validated, command)
    const accepted = await deps.database.db.transaction().execute(async (trx) => {
      const operator = await findOperator(trx, caller.uid)
      const ids = await insertControls(
        trx,
        validated.points.map(({ key, old_value, new_value }) => ({
          device_id: validated.device_id,
          layout_id: validated.layout_id,
          uid: caller.uid,
          operator_name: operator?.nick_name || caller.user_name,
          operator_email: operator?.email ?? '',
          operator_phone: operator?.phone ?? '',
          source: origin.source,
          address: origin.address,
          request_id: origin.request_id,
          rollout_id: origin.rollout_id ?? null,
          control_time: line.at,
          expires_at: new Date(line.at.getTime() + LIMITS.command_expiry_ms),
          point_key: key,
          old_value,
          new_value,
          change_reason: command.change_reason ?? '',
        })),
      )
      const rows = validated.points.map((point, index) => ({ control_id: ids[index] ?? 0, ...point }))
      await insertAuditLine(trx, { ...line, detail: { ...changesOf(rows), ...reasonOf(command) }, result: 'ok' })
      await withAccepted(trx, rows)
      return rows
    })
    registered(accepted, validated.product_key)
    deps.bus.publish({ kind: 'controls_queued', control_ids: accepted.map(({ control_id }) => control_id) })
    return accepted
  } catch (error) {
    if (error instanceof Refusal)
      await deps.writeAudit({
        ...line,
        detail: { after: requestedValuesOf(command.points), ...reasonOf(command) },
        result: error.code,
      })
    throw error
  }
}

/** The requested values, point by point. */
const requestedValuesOf = (points: readonly RequestedValue[]) =>
  Object.fromEntries(points.map(({ key, value }) => [key, value]))

/** Old and new value of each point, for the audit log. */
const changesOf = (points: readonly Accepted[]) => ({
  control_ids: points.map(({ control_id }) => control_id),
  before: Object.fromEntries(points.map(({ key, old_value }) => [key, old_value])),
  after: Object.fromEntries(points.map(({ key, new_value }) => [key, new_value])),
})

/** The reason for the audit log, where one was given. */
const reasonOf = ({ change_reason = '' }: Command) => (change_reason === '' ? {} : { change_reason })

/** A person who sets an installer's point says why. */
export const checkReason = (
  { installer_key }: { installer_key: string | undefined },
  { change_reason = '' }: Pick<Command, 'change_reason'>,
): void => {
  if (installer_key !== undefined && change_reason === '')
    throw new Refusal('control_reason_missing', { field: installer_key })
}

/**
 * What {@link acceptControl} refuses of a command whenever it is sent, but that the unit is off line. `installer_key` = the first of its
 * points that is an installer's.
 */
export const validateControl = async (
  { database: { db }, layouts }: Pick<Deps, 'database' | 'layouts'>,
  caller: Caller,
  { mac, points }: Command,
) => {
  if (!caller.permissions.has('device:control')) throw new Refusal('no_permission')
  const device = await findControlled(db, caller.scope, mac)
  if (device === undefined) throw new Refusal('device_not_found', { field: 'mac' })
  const { device_id, layout_id, latest_blocks } = device
  if (device.remote_consent === 'missing') throw new Refusal('owner_consent_missing')
  const layout = layout_id === null ? null : await layouts.find(layout_id)
  if (layout === null) throw new Refusal('point_not_writable')
  if (new Set(points.map(({ key }) => key)).size !== points.length)
    throw new Refusal('invalid_input', { field: 'points' })
  const blocks = latest_blocks === null ? [] : unpackLatestBlocks(latest_blocks).map(({ block }) => block)
  const present = layout.decoder.decode(blocks)
  // A limit may be another point that the same command sets.
  const after = { ...present, ...Object.fromEntries(points.map(({ key, value }) => [key, value])) }
  for (const requested of points) check(layout, caller, device, requested, after)
  checkSchedules(layout, points, after)
  return {
    device_id,
    is_online: device.online === true,
    installer_key: points.find(({ key }) => layout.byKey.get(key)?.level === 'installer')?.key,
    layout_id: layout.layout_id,
    product_key: layout.product_key,
    points: points.map(({ key, value }) => ({ key, old_value: present[key] ?? null, new_value: value })),
  }
}

const check = (
  layout: Layout,
  caller: Caller,
  unit: ControlledUnit,
  { key, value }: RequestedValue,
  values: Record<string, number>,
): void => {
  const point = layout.byKey.get(key)
  if (point === undefined || !seesPoint(caller, point)) throw new Refusal('point_not_writable', { field: key })
  const problem = checkControl(point, value, (other) => values[other], unit)
  if (problem?.code === 'point_not_writable') throw new Refusal('point_not_writable', { field: key })
  if (point.level === 'installer' && !caller.permissions.has('device:control-installer'))
    throw new Refusal('no_permission', { field: key })
  if (problem !== null) throw new Refusal(problem.code, { field: key, details: problem.details })
}

/** A command that sets a part of a weekly schedule must leave the whole of it sound. */
const checkSchedules = (layout: Layout, points: readonly RequestedValue[], values: Record<string, number>): void => {
  for (const schedule of layout.schedules) {
    const keys = scheduleKeys([schedule])
    if (!points.some(({ key }) => keys.has(key))) continue
    const runs = weekOf(schedule, (key) => values[key])
    const [problem] = checkWeek(schedule, runs).filter(({ run }) =>
      points.some(({ key }) => key.startsWith(`${schedule.key}_${run}_`)),
    )
    if (problem !== undefined) throw new Refusal('schedule_period_wrong', { field: problem.key })
  }
}
