import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { Paging, pageOf } from '../paging.ts'
import { ByUid } from './accounts.ts'
import { LogIn, SessionLine } from './center.ts'

/** Sessions and log-ins of another account, for who may see that account. */
export const accountSessions = endpoints({
  accountSessions: {
    method: 'GET',
    path: '/account/:id/sessions',
    kind: 'read',
    of: 'account',
    needs: 'account:view',
    about: 'account',
    params: ByUid,
    result: z.array(SessionLine),
    fails: ['user_not_exist'],
    says: 'The open sessions of an account, the newest use first.',
    example: [],
  },
  accountEndSession: {
    method: 'POST',
    path: '/account/:id/end-session',
    kind: 'change',
    of: 'account',
    needs: 'account:disable',
    about: 'account',
    params: ByUid,
    body: z.object({ session_id: z.string().regex(/^\d{1,18}$/) }),
    result: z.null(),
    fails: ['user_not_exist', 'account_above_own', 'not_found'],
    says: 'Ends one session of an account; its browser is at the log-in within a second.',
    example: null,
  },
  accountLogIns: {
    method: 'POST',
    path: '/account/:id/log-ins',
    kind: 'read',
    of: 'account',
    needs: 'account:view',
    about: 'account',
    params: ByUid,
    query: Paging,
    result: pageOf(LogIn),
    fails: ['user_not_exist'],
    says: 'Log-ins of an account, refused ones too, the newest first.',
    example: { list: [], total: 0, pageNo: 1, size: 999 },
  },
})
