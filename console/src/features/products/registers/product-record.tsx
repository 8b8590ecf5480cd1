import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useSearchParams } from 'react-router'
import { useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { PlusIcon } from '../../../ui/icons.tsx'
import { Page } from '../../../ui/page.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useTab } from '../../../ui/use-tab.ts'
import { AuditTable } from '../../audit/public.ts'
import { AddRegisters } from './add-registers.tsx'
import { AssignedRegisters } from './assigned-registers.tsx'
import { UnknownRegisters } from './unknown-registers.tsx'

/** Register names (product 3.26): assignments to products, unknown names, and the history of products. */
export function Component() {
  const t = useMessages('products')
  const lang = useLanguage()
  const missing_permission = useMissingPermission('product:register-edit')
  const sees_audit = usePermission('audit:view')
  const [tab, show] = useTab(['known', 'unknown', 'changes'])
  const [query, setQuery] = useSearchParams()
  const products = useRead(api.productInfo, { query: { pageNo: 1, size: LIMITS.page_size_max }, body: {} })
  const unknown = useRead(api.unknownRegisters)
  const adding = query.get('add')
  /** Opens the form with this name; null closes it. */
  const add = (name: string | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (name === null) after.delete('add')
      else after.set('add', name)
      return after
    })
  const count = unknown.data?.length ?? 0
  return (
    <Page
      fill
      title={t(($) => $.registers.title)}
      note={t(($) => $.registers.note)}
      actions={
        <Button kind="primary" icon={PlusIcon} disabledReason={missing_permission} onClick={() => add('')}>
          {t(($) => $.registers.add)}
        </Button>
      }
    >
      <Tabs
        label={t(($) => $.registers.title)}
        value={tab}
        onChange={show}
        items={[
          { key: 'known', label: t(($) => $.registers.tabs.known) },
          {
            key: 'unknown',
            label: t(($) => $.registers.tabs.unknown),
            ...(count === 0 ? {} : { badge: formatNumber(count, 0, lang) }),
          },
          ...(sees_audit ? [{ key: 'changes' as const, label: t(($) => $.registers.tabs.changes) }] : []),
        ]}
      />
      {tab === 'unknown' ? (
        <UnknownRegisters read={unknown} onAssign={add} />
      ) : tab === 'changes' && sees_audit ? (
        <AuditTable label={t(($) => $.registers.tabs.changes)} filter={{ object: 'product' }} />
      ) : (
        <AssignedRegisters products={products.data?.list ?? []} />
      )}
      {adding !== null && missing_permission === undefined && (
        <AddRegisters products={products.data?.list} name={adding} onClose={() => add(null)} />
      )}
    </Page>
  )
}
