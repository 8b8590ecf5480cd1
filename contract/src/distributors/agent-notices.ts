import { z } from 'zod'
import { MessageDraft } from '../app-users/messages.ts'
import { endpoints } from '../endpoint.ts'
import { RowIdText } from '../row-id.ts'

/** Telling people of distributors something (product 3.27): it comes to the bell of each of their accounts. */
export const agentNotices = endpoints({
  notifyAgent: {
    method: 'POST',
    path: '/agent-management/agent-info/:id/notice',
    kind: 'change',
    of: 'distributor',
    needs: 'agent:edit',
    about: 'distributor',
    params: z.object({ id: RowIdText }),
    body: MessageDraft,
    result: z.null(),
    fails: ['distributor_not_found'],
    says: 'Tells the accounts of a distributor something; those below it are told only when they are named too.',
    example: null,
  },
})
