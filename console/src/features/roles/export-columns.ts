import { DATA_SCOPES, SCOPED_RESOURCES } from '@heatfleet/contract/data-scope.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { ROLE_LEVELS } from '@heatfleet/contract/roles/built-in.ts'
import type { ExportColumn } from '../../exports/export-button.tsx'
import { useRightWords } from '../../words/right-words.ts'
import { useWords } from '../../words/words.ts'
import { useScopeName } from './role-words.ts'

/** Columns of the matrix of roles: what a role is, then every right by its name. */
export const useMatrixColumns = (): ExportColumn<'role-matrix'>[] => {
  const t = useWords('roles')
  const { rights } = useRightWords()
  const scopeName = useScopeName()
  const level = t(($) => $.level, { returnObjects: true })
  const type = t(($) => $.type, { returnObjects: true })
  const yes_no = t(($) => $.yes_no, { returnObjects: true })
  const scopes = ROLE_LEVELS.flatMap((of) =>
    DATA_SCOPES.map((scope) => [`${of}:${scope}`, scopeName(scope, of)] as const),
  )
  const exceptions = SCOPED_RESOURCES.flatMap((resource) => {
    const name = t(($) => $.overrides.resources[resource])
    return scopes.map(([code, scope]) => [`${resource}=${code}`, `${name}: ${scope}`] as const)
  })
  const column = (key: ExportColumn<'role-matrix'>['key'], title: string, words?: Record<string, string>) => ({
    key,
    title,
    shown: true,
    ...(words === undefined ? {} : { words }),
  })
  return [
    column(
      'role_name',
      t(($) => $.columns.role_name),
    ),
    column(
      'level',
      t(($) => $.columns.level),
      level,
    ),
    column(
      'type',
      t(($) => $.columns.type),
      type,
    ),
    column(
      'data_scope',
      t(($) => $.columns.data_scope),
      Object.fromEntries(scopes),
    ),
    column(
      'scope_overrides',
      t(($) => $.overrides.title),
      Object.fromEntries(exceptions),
    ),
    column(
      'accounts',
      t(($) => $.columns.accounts),
    ),
    column(
      'requires_totp',
      t(($) => $.requires_totp),
      yes_no,
    ),
    column(
      'creator',
      t(($) => $.columns.creator),
    ),
    column(
      'updated_at',
      t(($) => $.columns.updated_at),
    ),
    ...PERMISSIONS.map((right) => column(right, rights[right].name, { yes: yes_no.yes })),
  ]
}
