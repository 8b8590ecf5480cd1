import { z } from 'zod'
import { DATA_SCOPES } from '../data-scope.ts'
import { endpoints } from '../endpoint.ts'
import { RowId } from '../row-id.ts'

/** A role the caller may give to an account. */
export const GrantableRole = z.object({
  role_id: RowId,
  role_name: z.string(),
  description: z.string(),
  level: z.enum(['manufacturer', 'distributor']),
  data_scope: z.enum(DATA_SCOPES),
  built_in: z.boolean(),
})
export type GrantableRole = z.infer<typeof GrantableRole>

/** What the caller may give to accounts: for the pickers of the form. */
export const accountGrants = endpoints({
  accountGrantable: {
    method: 'GET',
    path: '/account/grantable',
    kind: 'read',
    of: 'role',
    needs: 'account:view',
    about: 'unscoped',
    result: z.object({
      roles: z.array(GrantableRole),
      resource_groups: z.array(
        z.object({ resource_group_id: RowId, group_name: z.string(), whole_fleet: z.boolean() }),
      ),
      /** True for the manufacturer's people: accounts without a distributor. */
      manufacturer: z.boolean(),
    }),
    fails: [],
    says: 'Roles and resource groups the caller may give to an account: none gives more than he has.',
    example: {
      roles: [
        {
          role_id: 5,
          role_name: 'City agent',
          description: 'A distributor at city level with all below it.',
          level: 'distributor',
          data_scope: 'subtree',
          built_in: true,
        },
      ],
      resource_groups: [{ resource_group_id: 1, group_name: 'Whole fleet', whole_fleet: true }],
      manufacturer: false,
    },
  },
})
