import { z } from 'zod'
import { LatestValue } from '../devices/devices.ts'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { HistoryTime } from './history-time.ts'

/** How far from a moment reports are looked for. A value older than this says nothing of it. */
export const MOMENT_SPAN_MS = 86_400_000

const ReportTime = z.number().int().nullable()

/** How a unit stood at a moment. */
export const HistoryMoment = z.object({
  /** The newest report at or before the moment, unix ms; null = none within a day. */
  report_at: ReportTime,
  /** The reports beside that one, to step by; null = none within a day. */
  before_at: ReportTime,
  after_at: ReportTime,
  /** Whether the module was connected; null = not known. */
  online: z.boolean().nullable(),
  /** The last value of each point at or before the moment, with its own time. */
  values: z.array(LatestValue),
})
export type HistoryMoment = z.output<typeof HistoryMoment>

export const historyMoments = endpoints({
  historyMoment: {
    method: 'POST',
    path: '/device-history-data/moment',
    kind: 'read',
    of: 'history',
    needs: 'history:view',
    about: 'device',
    body: z.object({ mac: DeviceId, at: HistoryTime }),
    result: HistoryMoment,
    fails: ['device_not_found'],
    says: 'All values of a unit as they stood at a moment, whether it was connected, and the reports before and after, to step by.',
    example: {
      report_at: 1_795_252_460_000,
      before_at: 1_795_252_400_000,
      after_at: 1_795_252_520_000,
      online: true,
      values: [{ key: 't_out', value: 35.1, at: 1_795_252_460_000 }],
    },
  },
})
