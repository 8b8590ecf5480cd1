import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'

const Time = z.iso.datetime()

/** A socket that is open at one of the consoles on the database. */
export const OpenSocket = z.object({
  /** The main process that holds it, and the machine that runs on. */
  console_id: z.uuid(),
  host: z.string(),
  /** Counts sockets since its console started. */
  socket_id: RowId,
  /** Null = not authenticated yet. */
  uid: RowId.nullable(),
  user_name: z.string(),
  /** Who impersonates that account; empty = nobody. */
  viewer: z.string(),
  address: z.string(),
  /** Name and version; empty = a program. */
  browser: z.string(),
  system: z.string(),
  opened_time: Time,
  /** Of its last message or heartbeat. */
  active_time: Time,
  /** Units whose values it subscribes to. */
  devices: z.number().int(),
  /** Bytes written that its network has not taken yet; one that is over the limit is closed. */
  queued_bytes: z.number().int(),
})
export type OpenSocket = z.output<typeof OpenSocket>

const One = z.object({
  socket_id: RowId,
  /** Whose it is; left out = of the console that answers. */
  console_id: z.uuid().optional(),
})

/** Open sockets of all consoles: look at them, close one. */
export const systemSockets = endpoints({
  systemSockets: {
    method: 'POST',
    path: '/system/sockets',
    kind: 'read',
    of: 'system-socket',
    needs: 'ops:view',
    about: 'unscoped',
    body: z
      .object({
        /** Part of a user name, or the beginning of an address. */
        search: z.string().trim().max(LIMITS.user_name_max).optional(),
      })
      .default({}),
    result: z.object({
      /** All that are open, whatever is searched. */
      total: z.number().int(),
      /** Those that match. */
      matching: z.number().int(),
      /** Main processes that hold one, whatever is searched. */
      consoles: z.number().int(),
      /** A socket with more bytes waiting is closed. */
      queued_bytes_max: z.number().int(),
      sockets: z.array(OpenSocket).max(LIMITS.sockets_listed_max),
    }),
    fails: [],
    says: `Sockets that are open at every console on this database: who, since when, from where, what waits to be read; those with most bytes waiting first, then the oldest, at most ${LIMITS.sockets_listed_max}.`,
    example: {
      total: 1,
      matching: 1,
      consoles: 1,
      queued_bytes_max: LIMITS.push_buffer_bytes,
      sockets: [
        {
          console_id: '6f0c1f5e-6a0e-4c53-9d0c-0b8f6f2f4c11',
          host: 'console-1',
          socket_id: 12,
          uid: 3,
          user_name: 'anna.nowak',
          viewer: '',
          address: '203.0.113.7',
          browser: 'Chrome 142',
          system: 'Windows',
          opened_time: '2026-11-26T17:00:00.000Z',
          active_time: '2026-11-26T17:05:00.000Z',
          devices: 4,
          queued_bytes: 0,
        },
      ],
    },
  },
  socketClose: {
    method: 'POST',
    path: '/system/socket-close',
    kind: 'change',
    of: 'system-socket',
    needs: 'ops:maintain',
    about: 'unscoped',
    body: One,
    result: One,
    fails: ['socket_gone'],
    says: 'Closes a socket with code 4409, one of another console within two seconds. Its session goes on: a console connects again by itself.',
    example: { socket_id: 12 },
  },
})
