import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { EXPORT_EXAMPLE, EXPORT_FORMATS, ExportRecord } from '../exports/exports.ts'
import { LIMITS } from '../limits.ts'
import {
  AGGREGATES,
  EXPORT_RESOLUTIONS,
  HISTORY_SPLITS,
  HistoryDevices,
  HistoryPoints,
  TimeZone,
  withPeriodRules,
} from './history.ts'
import { HistoryTime } from './history-time.ts'

/** Several values in one parameter of a query, between commas. */
const LIST = z
  .string()
  .max(LIMITS.history_points_max * 41)
  .transform((text) => text.split(','))

export const historyExport = endpoints({
  exportHistory: {
    method: 'GET',
    path: '/device-history-data/export-history',
    kind: 'change',
    of: 'export',
    needs: 'history:export',
    about: 'device',
    query: withPeriodRules(
      z.object({
        /** One to five devices, between commas. */
        mac: LIST.pipe(HistoryDevices),
        /** One to twelve points, between commas. */
        points: LIST.pipe(HistoryPoints),
        from: HistoryTime,
        to: HistoryTime,
        resolution: z.enum(EXPORT_RESOLUTIONS).default('raw'),
        aggregate: z.enum(AGGREGATES).default('auto'),
        format: z.enum(EXPORT_FORMATS).default('csv'),
        split: z.enum(HISTORY_SPLITS).default('none'),
        time_zone: TimeZone.default('UTC'),
        language: z.enum(['en', 'zh', 'pl']).default('en'),
      }),
    ),
    result: ExportRecord,
    fails: ['device_not_found', 'export_queue_full'],
    says: 'Starts a file of the history of up to 5 devices in the background, columns named by the product; its record tells the rest (spec 3).',
    example: {
      ...EXPORT_EXAMPLE,
      kind: 'device-history',
      format: 'csv',
      file_name: 'history-2026-11-21-0915.csv',
      period_from: '2025-11-21T00:00:00.000Z',
      period_to: '2026-11-21T00:00:00.000Z',
    },
  },
})
