import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'
import { textOf } from '../text.ts'

const Time = z.iso.datetime()

/** What became of a scheduled command: `sent` = it is in the control log, whatever the unit answers there. */
const SCHEDULED_STATES = ['pending', 'sent', 'cancelled', 'failed', 'expired'] as const
export type ScheduledState = (typeof SCHEDULED_STATES)[number]

/** Why a setting is changed, in the person's own words. */
export const ChangeReason = textOf({ max: LIMITS.change_reason_max })

/** Points and their values, as a command sets them. */
export const RequestedPoints = z
  .array(z.object({ key: z.string().max(40), value: z.number() }))
  .min(1)
  .max(LIMITS.control_points_max)

const ScheduledDraft = z.object({
  mac: DeviceId,
  points: RequestedPoints,
  change_reason: ChangeReason.default(''),
  run_at: Time,
  /** How long it waits for a unit that is off line at that moment; 0 = it is given up then. */
  wait_minutes: z.number().int().min(0).max(LIMITS.scheduled_wait_max_minutes).default(0),
})

/** A command that is sent later, or was. */
export const ScheduledCommand = z.object({
  scheduled_id: z.number().int(),
  points: z.array(z.object({ key: z.string(), value: z.number() })),
  change_reason: z.string(),
  run_at: Time,
  /** Until then it waits for a unit that is off line. */
  expires_at: Time,
  operator_name: z.string(),
  created_at: Time,
  state: z.enum(SCHEDULED_STATES),
  /** Why nothing was sent, a code of a refusal; null otherwise. */
  reason: z.string().nullable(),
  /** Who took it back; empty = nobody did. */
  cancelled_by: z.string(),
  finished_at: Time.nullable(),
})
export type ScheduledCommand = z.output<typeof ScheduledCommand>

const example: ScheduledCommand = {
  scheduled_id: 7,
  points: [{ key: 'sp_heat', value: 42 }],
  change_reason: 'Night set-back for the holidays',
  run_at: '2026-12-24T21:00:00.000Z',
  expires_at: '2026-12-25T09:00:00.000Z',
  operator_name: 'Anna Nowak',
  created_at: '2026-11-28T10:00:00.000Z',
  state: 'pending',
  reason: null,
  cancelled_by: '',
  finished_at: null,
}

/** Commands at a time (product 3.12, control). */
export const scheduledCommands = endpoints({
  scheduledList: {
    method: 'POST',
    path: '/device-control/scheduled-list',
    kind: 'read',
    of: 'control',
    needs: 'device:control',
    about: 'device',
    body: z.object({ mac: DeviceId }),
    result: z.array(ScheduledCommand),
    fails: ['device_not_found'],
    says: `Commands of a unit that are sent later, the next one first, then the last ${LIMITS.scheduled_ended_shown} that ended.`,
    example: [example],
  },
  scheduleCommand: {
    method: 'POST',
    path: '/device-control/schedule',
    kind: 'change',
    of: 'control',
    needs: 'device:control',
    about: 'device',
    body: ScheduledDraft,
    result: ScheduledCommand,
    fails: [
      'device_not_found',
      'owner_consent_missing',
      'point_not_writable',
      'write_unverified',
      'above_max',
      'below_min',
      'off_step',
      'not_a_value',
      'schedule_period_wrong',
      'control_reason_missing',
      'scheduled_time_wrong',
      'scheduled_full',
    ],
    says: 'Sends settings to a unit at a later moment, with the rights that the caller has then; a unit that is off line at that moment is waited for as long as is said.',
    example,
  },
  cancelScheduled: {
    method: 'POST',
    path: '/device-control/cancel-scheduled',
    kind: 'change',
    of: 'control',
    needs: 'device:control',
    about: 'device',
    body: z.object({ mac: DeviceId, scheduled_id: RowId }),
    result: ScheduledCommand,
    fails: ['device_not_found', 'not_found', 'scheduled_over'],
    says: 'Takes back a command that was not sent yet.',
    example: { ...example, state: 'cancelled', cancelled_by: 'admin', finished_at: '2026-12-01T09:00:00.000Z' },
  },
})
