import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import {
  exampleHistory,
  exampleLatest,
  exampleMetadata,
  LatestQuery,
  OwnerHistory,
  OwnerHistoryQuery,
  OwnerLatest,
  OwnerMetadata,
} from './owner-data.ts'

const until = { ...exampleMetadata, data_to: '2027-02-19T09:15:00.000Z' }

/** The data of one unit for the third party that its owner named: the token decides which unit, from and until when. */
export const dataRecipient = endpoints({
  recipientMetadata: {
    method: 'GET',
    path: '/owner-data/metadata',
    kind: 'read',
    of: 'owner-data',
    needs: 'data-recipient',
    calls_per_minute: LIMITS.data_calls_per_minute,
    result: OwnerMetadata,
    fails: [],
    says: 'What is needed to read the values of the unit: points, units, formulas, product version.',
    example: until,
  },
  recipientLatest: {
    method: 'GET',
    path: '/owner-data/latest',
    kind: 'read',
    of: 'owner-data',
    needs: 'data-recipient',
    calls_per_minute: LIMITS.data_calls_per_minute,
    query: LatestQuery,
    result: OwnerLatest,
    fails: ['data_cursor_invalid'],
    says: 'The newest values of the unit; with `after` and `wait_s` it waits for a newer report.',
    example: exampleLatest,
  },
  recipientHistory: {
    method: 'GET',
    path: '/owner-data/history',
    kind: 'read',
    of: 'owner-data',
    needs: 'data-recipient',
    calls_per_minute: LIMITS.data_calls_per_minute,
    query: OwnerHistoryQuery,
    result: OwnerHistory,
    fails: ['data_cursor_invalid', 'data_point_unknown', 'data_point_withheld'],
    says: 'Reports of the unit in order of time, page by page; at the end it can wait for the next report.',
    example: exampleHistory,
  },
})
