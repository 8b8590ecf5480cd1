import type { RoleDraft } from '@heatfleet/contract/roles/roles.ts'
import type { z } from 'zod'
import type { SmallAccount } from '../../small-fleet.ts'
import { isGrouped } from '../people.ts'
import type { AccessRows } from '../rows.ts'
import type { Subject } from '../stage.ts'

const updated_at = '2020-01-01T00:00:00.000Z'
const DRAFT: z.input<typeof RoleDraft> = {
  role_name: 'New',
  level: 'distributor',
  permissions: [],
  data_scope: 'own_records',
}

const unlessBuiltIn =
  (answer: string) =>
  (_: SmallAccount, { built_in }: Subject): string =>
    built_in ? 'role_read_only' : answer

/** A person within a group changes no group that could reach beyond it; only that group itself surely does not. */
const unlessBeyondGroup =
  (answer: string) =>
  (person: SmallAccount, { built_in, at }: Subject): string => {
    if (built_in) return 'resource_group_read_only'
    return isGrouped(person) && at !== null ? 'grants_more_than_own' : answer
  }

/** Changes of roles and resource groups are refused by the rule that is checked last. */
export const rows: AccessRows = {
  createRole: {
    sends: ({ id: from }) => ({ query: { from }, body: { ...DRAFT, role_name: 'City agent' } }),
    answers: 'role_name_taken',
  },
  editRole: { sends: { body: { ...DRAFT, updated_at } }, answers: unlessBuiltIn('stale_edit') },
  deleteRole: { answers: unlessBuiltIn('role_is_used') },
  resourceGroupPreview: { sends: { body: {} } },
  createResourceGroup: {
    // The region is checked after the distributors, and none has this number.
    sends: ({ id }) => ({ body: { group_name: 'New', agent_ids: [id], region_codes: ['999999'] } }),
    answers: 'region_unknown',
  },
  editResourceGroup: {
    sends: { body: { group_name: 'New', region_codes: ['330106'], updated_at } },
    answers: unlessBeyondGroup('stale_edit'),
  },
  deleteResourceGroup: { answers: unlessBeyondGroup('resource_group_is_used') },
}
