import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { RowIdText } from '../row-id.ts'

/** How many of a kind the caller sees, and the first of them: number of a distributor or account, MAC or IMEI of a device. */
const Seen = z.object({
  count: z.number().int(),
  first: z.array(z.object({ id: z.string(), name: z.string() })),
})

/** What keeps a distributor from being deleted (product 3.27). */
export const agentUse = endpoints({
  agentUse: {
    method: 'GET',
    path: '/agent-management/agent-info/:id/use',
    kind: 'read',
    of: 'distributor',
    needs: 'agent:delete',
    about: 'distributor',
    params: z.object({ id: RowIdText }),
    result: z.object({
      /** Directly below it. */
      sub_distributors: Seen,
      devices: Seen,
      accounts: Seen,
      roles: z.number().int(),
      resource_groups: z.number().int(),
      /** Something the caller does not see hangs on it too. */
      unseen: z.boolean(),
    }),
    fails: ['distributor_not_found'],
    says: 'What keeps a distributor from being deleted: the first of each kind by name, as far as scope and rights reach.',
    example: {
      sub_distributors: { count: 1, first: [{ id: '9', name: 'Yuhang' }] },
      devices: { count: 0, first: [] },
      accounts: { count: 1, first: [{ id: '7', name: 'hangzhou' }] },
      roles: 0,
      resource_groups: 0,
      unseen: false,
    },
  },
})
