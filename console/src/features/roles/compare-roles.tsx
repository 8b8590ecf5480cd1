import { api } from '@heatfleet/contract/api.ts'
import { SCOPED_RESOURCES } from '@heatfleet/contract/data-scope.ts'
import type { PermissionInfo } from '@heatfleet/contract/roles/right-tree.ts'
import type { Role } from '@heatfleet/contract/roles/roles.ts'
import { useState } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useRightWords } from '../../messages/right-name.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { SwitchField } from '../../ui/field-check.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useRoleName, useScopeName } from './role-texts.ts'
import styles from './roles.module.css'

/** Compares two roles: level, data scope with overrides, and every permission; optionally only differences. */
export function CompareRoles({ ids, onClose }: { ids: readonly [number, number]; onClose: () => void }) {
  const t = useMessages('roles')
  const [narrow, setNarrow] = useState(true)
  const one = useRead(api.roleInfo, { params: { id: ids[0] } })
  const other = useRead(api.roleInfo, { params: { id: ids[1] } })
  const info = useRead(api.permissionInfo)
  const error = one.error ?? other.error ?? info.error
  return (
    <Drawer open width={720} title={t(($) => $.compare.title)} onClose={onClose}>
      <SwitchField label={t(($) => $.compare.differences)} checked={narrow} onChange={setNarrow} />
      {one.data !== undefined && other.data !== undefined && info.data !== undefined ? (
        <Comparison roles={[one.data, other.data]} tree={info.data.tree} narrow={narrow} />
      ) : error === null ? (
        <Loading />
      ) : (
        <ErrorState error={error} />
      )}
    </Drawer>
  )
}

type ComparisonRow = {
  key: string
  label: string
  hint?: string
  values: readonly [string | boolean, string | boolean]
}
type Props = { roles: readonly [Role, Role]; tree: PermissionInfo['tree']; narrow: boolean }

function Comparison({ roles, tree, narrow }: Props) {
  const t = useMessages('roles')
  const permission_texts = useRightWords()
  const nameOf = useRoleName()
  const scopeName = useScopeName()
  const both = (read: (role: Role) => string | boolean) => [read(roles[0]), read(roles[1])] as const
  const groups: { key: string; title: string; rows: ComparisonRow[] }[] = [
    {
      key: 'basics',
      title: t(($) => $.panels.scope),
      rows: [
        { key: 'level', label: t(($) => $.columns.level), values: both(({ level }) => t(($) => $.level[level])) },
        {
          key: 'data_scope',
          label: t(($) => $.columns.data_scope),
          values: both(({ data_scope, level }) => scopeName(data_scope, level)),
        },
        { key: 'totp', label: t(($) => $.requires_totp), values: both(({ requires_totp }) => requires_totp) },
      ],
    },
    {
      key: 'overrides',
      title: t(($) => $.overrides.title),
      rows: SCOPED_RESOURCES.map((resource) => ({
        key: resource,
        label: t(($) => $.overrides.resources[resource]),
        values: both(({ scope_overrides: { [resource]: scope }, level }) =>
          scope === undefined ? t(($) => $.overrides.as_role) : scopeName(scope, level),
        ),
      })),
    },
    ...tree.flatMap(({ group, resources }) =>
      resources.map(({ resource, rights }) => ({
        key: resource,
        title: `${permission_texts.groups[group]} · ${permission_texts.resources[resource]}`,
        rows: rights.map(({ permission }) => ({
          key: permission,
          label: permission_texts.rights[permission].name,
          hint: permission_texts.rights[permission].meaning,
          values: both(({ permissions }) => permissions.includes(permission)),
        })),
      })),
    ),
  ]
  const shown = groups
    .map((group) => ({ ...group, lines: group.rows.filter(({ values }) => !narrow || values[0] !== values[1]) }))
    .filter(({ lines: rows }) => rows.length > 0)
  if (shown.length === 0) return <p className={styles.muted}>{t(($) => $.compare.same)}</p>
  return (
    <table className={styles.accounts}>
      <thead>
        <tr>
          <th>{t(($) => $.compare.what)}</th>
          {roles.map((role) => (
            <th key={role.role_id}>{nameOf(role)}</th>
          ))}
        </tr>
      </thead>
      {shown.map(({ key, title, lines: rows }) => (
        <tbody key={key}>
          <tr className={styles.group}>
            <th colSpan={3} scope="rowgroup">
              {title}
            </th>
          </tr>
          {rows.map((row) => (
            <tr key={row.key} data-different={(!narrow && row.values[0] !== row.values[1]) || undefined}>
              <th scope="row" title={row.hint}>
                {row.label}
              </th>
              <td>
                <HeldMark value={row.values[0]} />
              </td>
              <td>
                <HeldMark value={row.values[1]} />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

function HeldMark({ value }: { value: string | boolean }) {
  const t = useMessages('roles')
  if (typeof value === 'string') return value
  return value ? (
    <span className={styles.yes}>
      <CheckIcon size={16} /> <span className="hf-hidden">{t(($) => $.yes_no.yes)}</span>
    </span>
  ) : (
    <span className={styles.muted}>
      — <span className="hf-hidden">{t(($) => $.yes_no.no)}</span>
    </span>
  )
}
