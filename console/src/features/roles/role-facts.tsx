import { api } from '@heatfleet/contract/api.ts'
import { SCOPED_RESOURCES } from '@heatfleet/contract/data-scope.ts'
import type { Role } from '@heatfleet/contract/roles/roles.ts'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useRightWords } from '../../messages/right-name.ts'
import { CheckTree } from '../../ui/check-tree.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { requiredBy, rightNodes } from './right-nodes.ts'
import { useScopeName } from './role-texts.ts'
import styles from './roles.module.css'

/** A role that is visible but not editable, with the reason. */
export function RoleFacts({ role }: { role: Role }) {
  const t = useMessages('roles')
  const permission_texts = useRightWords()
  const scopeName = useScopeName()
  const info = useRead(api.permissionInfo)
  if (info.data === undefined)
    return info.error === null ? <Loading /> : <ErrorState error={info.error} onRetry={() => void info.refetch()} />
  const overrides = SCOPED_RESOURCES.flatMap((resource) => {
    const scope = role.scope_overrides[resource]
    return scope === undefined
      ? []
      : [{ label: t(($) => $.overrides.resources[resource]), value: scopeName(scope, role.level) }]
  })
  return (
    <div className={styles.panels}>
      {role.lock !== null && <div className={styles.note}>{t(($) => $.lock[role.lock ?? 'no_right'])}</div>}
      <Panel title={t(($) => $.panels.scope)}>
        <Facts
          items={[
            {
              label: t(($) => $.scope_question),
              value: `${scopeName(role.data_scope, role.level)}: ${t(($) => $.scopes[role.level][role.data_scope].meaning)}`,
              wide: true,
            },
            ...overrides,
            { label: t(($) => $.requires_totp), value: t(($) => $.yes_no[role.requires_totp ? 'yes' : 'no']) },
          ]}
        />
      </Panel>
      {(['others', 'fields'] as const).map((part) => {
        const title = t(($) => $.panels[part === 'fields' ? 'fields' : 'rights'])
        return (
          <Panel key={part} title={title}>
            <CheckTree
              label={title}
              nodes={rightNodes(info.data.tree, permission_texts, part)}
              value={role.permissions}
              requires={requiredBy}
            />
          </Panel>
        )
      })}
    </div>
  )
}
