import { type Permission, RIGHTS, withRequired } from '@heatfleet/contract/permissions.ts'
import type { PermissionInfo } from '@heatfleet/contract/roles/right-tree.ts'
import type { RightWords } from '../../messages/right-name.ts'
import type { CheckNode } from '../../ui/check-tree-state.ts'

type Tree = PermissionInfo['tree']

/** Nodes of the permission tree with texts; `fields` selects the field permissions, or all others. */
export const rightNodes = (tree: Tree, permission_texts: RightWords, fields: 'fields' | 'others'): CheckNode[] =>
  tree
    .filter(({ group }) => (group === 'field') === (fields === 'fields'))
    .map(({ group, resources }) => ({
      key: group,
      title: permission_texts.groups[group],
      children: resources.map(({ resource, rights }) => ({
        key: `${group}/${resource}`,
        title: permission_texts.resources[resource],
        children: rights.map(({ permission, risk }) => ({
          key: permission,
          title: permission_texts.rights[permission].name,
          hint: permission_texts.rights[permission].meaning,
          right: permission,
          dangerous: risk === 'dangerous',
          children: [],
        })),
      })),
    }))

/** Permissions required by one. */
export const requiredBy = (right: string): readonly string[] => {
  const row: { requires: readonly string[] } | undefined = RIGHTS[right as Permission] // a key of the tree
  return row?.requires ?? []
}

/** Known permissions with all they require, as the tree and the server store them. */
export const withRequiredRights = (rights: readonly string[]): Permission[] =>
  withRequired((Object.keys(RIGHTS) as Permission[]).filter((right) => rights.includes(right))) // the table's keys
