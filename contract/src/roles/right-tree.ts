import { z } from 'zod'
import { DATA_SCOPES } from '../data-scope.ts'
import { PERMISSIONS, RESOURCE_GROUP, type Resource, RIGHT_GROUPS, RIGHTS } from '../permissions.ts'
import { ROLE_LEVELS } from './built-in.ts'

// The keys of the table, of which there is at least one.
const RESOURCES = Object.keys(RESOURCE_GROUP) as [Resource, ...Resource[]]

/** The tree of all rights and which of it the caller may put into a role. */
export const PermissionInfo = z.object({
  /** Menu group -> resource -> rights, in the order to show. */
  tree: z.array(
    z.object({
      group: z.enum(RIGHT_GROUPS),
      resources: z.array(
        z.object({
          resource: z.enum(RESOURCES),
          rights: z.array(
            z.object({
              permission: z.enum(PERMISSIONS),
              /** Rights that come with it. */
              requires: z.array(z.enum(PERMISSIONS)),
              risk: z.enum(['normal', 'dangerous']),
              grantable: z.boolean(),
            }),
          ),
        }),
      ),
    }),
  ),
  /** Levels the caller may make roles of. */
  levels: z.array(z.enum(ROLE_LEVELS)),
  /** Data scopes not wider than the caller's own. */
  data_scopes: z.array(z.enum(DATA_SCOPES)),
})
export type PermissionInfo = z.output<typeof PermissionInfo>

/** The tree without its reader: groups and resources that hold a right, in the order of their tables. */
export const rightTree = () =>
  RIGHT_GROUPS.map((group) => ({
    group,
    resources: RESOURCES.filter((resource) => RESOURCE_GROUP[resource] === group).map((resource) => ({
      resource,
      rights: PERMISSIONS.filter((right) => right.startsWith(`${resource}:`)).map((permission) => ({
        permission,
        requires: [...RIGHTS[permission].requires],
        risk: RIGHTS[permission].risk,
      })),
    })),
  })).filter(({ resources }) => resources.length > 0)
