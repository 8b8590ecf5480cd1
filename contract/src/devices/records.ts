import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { Choice, Words } from '../products/points.ts'
import { FAULT_SEVERITIES } from '../products/settings.ts'

/** A code of a record as the knowledge base has it. */
const RecordedCode = z.object({
  /** The number that the board wrote. */
  value: z.number(),
  /** In the sets of the product; null = the product names none for it. */
  code: z.string().nullable(),
  /** Null = no set of the product has the code. */
  names: Words.nullable(),
  severity: z.enum(FAULT_SEVERITIES).nullable(),
})

/** One record that the board keeps. */
export const DeviceRecord = z.object({
  /** Place on the board, from 1. */
  nr: z.number().int(),
  /** What the clock of the place showed, `YYYY-MM-DDTHH:mm:ss`; null = no time, or one that is none. */
  time: z.string().nullable(),
  /** Null = the table has no code column, or it holds no number. */
  code: RecordedCode.nullable(),
  /** By column; what is left out holds no number. */
  values: z.array(z.object({ key: z.string(), value: z.number() })),
})
export type DeviceRecord = z.output<typeof DeviceRecord>

/** Repeated records of a unit's board, such as its error history, as read last. */
export const DeviceRecords = z.object({
  key: z.string(),
  names: Words,
  has_code: z.boolean(),
  has_time: z.boolean(),
  /** Columns of values, neither code nor part of the time. */
  columns: z.array(
    z.object({ key: z.string(), names: Words, unit: z.string(), decimals: z.number().int(), choices: z.array(Choice) }),
  ),
  /** Records that the board has room for, and of them those that were not read. */
  count: z.number().int(),
  unread: z.number().int(),
  /** When the oldest part of them was read, unix ms; null = never. */
  read_at: z.number().int().nullable(),
  /** Of the unit, IANA name. */
  time_zone: z.string(),
  /** Those that hold something, the newest first. */
  records: z.array(DeviceRecord),
})
export type DeviceRecords = z.output<typeof DeviceRecords>

export const deviceRecords = endpoints({
  deviceRecords: {
    method: 'GET',
    path: '/device-inventory/device-records',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    about: 'device',
    query: z.object({ mac: DeviceId }),
    result: z.array(DeviceRecords),
    fails: ['device_not_found', 'unpublished_data_points', 'no_data_point'],
    says: 'The record tables of a device as its board keeps them, such as the error history: codes, times and values of each record.',
    example: [
      {
        key: 'errors',
        names: { en: 'Error history', zh: '故障历史', pl: 'Historia błędów' },
        has_code: true,
        has_time: true,
        columns: [],
        count: 10,
        unread: 0,
        read_at: 1_795_252_500_000,
        time_zone: 'Asia/Shanghai',
        records: [
          {
            nr: 1,
            time: '2026-11-20T06:41:00',
            code: {
              value: 7,
              code: 'F07',
              names: { en: 'Water flow fault', zh: '水流故障', pl: 'Brak przepływu wody' },
              severity: 'fault',
            },
            values: [],
          },
        ],
      },
    ],
  },
})
