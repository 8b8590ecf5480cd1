import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { Paging, pageOf } from '../paging.ts'

const Browser = {
  /** Name and number of the browser as its maker calls it; empty = a program. */
  browser: z.string(),
  /** Name of its system: Windows, iPhone. */
  system: z.string(),
}

/** An open session, as its owner and administrators see it. */
export const SessionLine = z.object({
  session_id: z.string(),
  ...Browser,
  address: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  /** Opened with a code of the second factor. */
  second_factor: z.boolean(),
  /** The session of the caller. */
  is_this: z.boolean(),
})
export type SessionLine = z.infer<typeof SessionLine>

/** A log-in, or the try of one: `ok` or the code it was refused with. */
export const LogIn = z.object({ at: z.string(), address: z.string(), ...Browser, result: z.string() })
export type LogIn = z.infer<typeof LogIn>

/** The personal centre (product 3.38): what everybody may see and do about the own account. */
export const center = endpoints({
  ownSessions: {
    method: 'GET',
    path: '/center/sessions',
    kind: 'read',
    of: 'own-session',
    needs: 'signed-in',
    about: { list: 'session' },
    result: z.array(SessionLine),
    fails: [],
    says: 'The open sessions of the own account.',
    example: [
      {
        session_id: '12',
        browser: 'Chrome 140',
        system: 'Windows',
        address: '203.0.113.7',
        created_at: '2026-11-21T07:58:12.000Z',
        last_seen_at: '2026-11-21T09:15:00.000Z',
        second_factor: true,
        is_this: true,
      },
    ],
  },
  endOwnSession: {
    method: 'POST',
    path: '/center/end-session',
    kind: 'change',
    of: 'own-session',
    needs: 'signed-in',
    about: 'session',
    closed_to_api_tokens: true,
    body: z.object({ session_id: z.string().regex(/^\d{1,18}$/) }),
    result: z.null(),
    fails: ['not_found'],
    says: 'Ends one other session of the own account; its browser is at the log-in within a second.',
    example: null,
  },
  endOtherSessions: {
    method: 'POST',
    path: '/center/end-other-sessions',
    kind: 'change',
    of: 'own-session',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    result: z.object({ ended: z.number().int() }),
    fails: [],
    says: 'Signs out everywhere else: ends every session of the own account but this one.',
    example: { ended: 2 },
  },
  ownLogIns: {
    method: 'GET',
    path: '/center/log-ins',
    kind: 'read',
    of: 'own-log-in',
    needs: 'signed-in',
    about: 'unscoped',
    query: Paging,
    result: pageOf(LogIn),
    fails: [],
    says: 'Log-ins of the own account, refused ones too, the newest first.',
    example: {
      list: [
        {
          at: '2026-11-21T07:58:12.000Z',
          address: '203.0.113.7',
          browser: 'Chrome 140',
          system: 'Windows',
          result: 'ok',
        },
      ],
      total: 1,
      pageNo: 1,
      size: 20,
    },
  },
})
