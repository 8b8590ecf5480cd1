import type { ExportRequest } from '@heatfleet/contract/exports/exports.ts'

/** One day of one point of one unit as CSV, with these columns. */
export const historyRequest = (columns: string[]): ExportRequest => ({
  kind: 'device-history',
  format: 'csv',
  file_name: 'x',
  time_zone: 'UTC',
  language: 'en',
  columns,
  filter: {
    macs: ['a4c138000004'],
    points: ['p'],
    from: '2026-11-21T00:00:00Z',
    to: '2026-11-22T00:00:00Z',
    aggregate: 'auto',
    resolution: 'raw',
    split: 'none',
  },
})
