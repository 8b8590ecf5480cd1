import { ACCOUNT_EXPORT_COLUMNS } from '@heatfleet/contract/accounts/row.ts'
import { BUILT_IN_ROLES } from '@heatfleet/contract/roles/built-in.ts'
import type { ExportColumn } from '../../exports/export-button.tsx'
import { useRoleNameText } from '../../words/role-name.ts'
import { useWords } from '../../words/words.ts'

type Key = ExportColumn<'account-list'>['key']

/** Every column of the list as a file has it; `shown` = those the table shows now. */
export const useExportColumns = (shown: readonly string[]): ExportColumn<'account-list'>[] => {
  const t = useWords('accounts')
  const roleName = useRoleNameText()
  const titles: Readonly<Record<Key, string>> = {
    ...t(($) => $.columns, { returnObjects: true }),
    data_scope: t(($) => $.columns.scope),
    valid_until: t(($) => $.form.valid_until),
    remark: t(($) => $.form.remark),
  }
  const words: Partial<Record<Key, Record<string, string>>> = {
    state: t(($) => $.states, { returnObjects: true }),
    role: Object.fromEntries(Object.keys(BUILT_IN_ROLES).map((name) => [name, roleName(name)])),
    agent: { manufacturer: t(($) => $.manufacturer) },
    data_scope: t(($) => $.data_scopes, { returnObjects: true }),
    gender: t(($) => $.genders, { returnObjects: true }),
    totp: t(($) => $.totp, { returnObjects: true }),
  }
  return ACCOUNT_EXPORT_COLUMNS.map((key) => {
    const own = words[key]
    return {
      key,
      title: titles[key],
      shown: shown.includes(key === 'data_scope' ? 'scope' : key),
      ...(own === undefined ? {} : { words: own }),
    }
  })
}
