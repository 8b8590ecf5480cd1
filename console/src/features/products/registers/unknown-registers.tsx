import type { api } from '@heatfleet/contract/api.ts'
import { Link } from 'react-router'
import type { useRead } from '../../../cloud/call.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { SuccessIcon } from '../../../ui/icons.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { ErrorState, Loading, NeverAny } from '../../../ui/states.tsx'

/** Announced names without a product, most frequent first, each with a button that assigns it. */
export function UnknownRegisters(props: {
  read: ReturnType<typeof useRead<typeof api.unknownRegisters>>
  onAssign: (name: string) => void
}) {
  const t = useMessages('products')
  const lang = useLanguage()
  const missing_permission = useMissingPermission('product:register-edit')
  const { data, error, refetch } = props.read
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Panel flush>
      <PlainTable
        label={t(($) => $.registers.tabs.unknown)}
        rows={data}
        keyOf={({ register_name }) => register_name}
        empty={
          <NeverAny
            icon={SuccessIcon}
            title={t(($) => $.registers.unknown.none)}
            text={t(($) => $.registers.unknown.none_hint)}
          />
        }
        columns={[
          { key: 'name', title: t(($) => $.registers.name), cell: ({ register_name }) => <b>{register_name}</b> },
          {
            key: 'devices',
            title: t(($) => $.registers.devices),
            align: 'end',
            cell: ({ device_count }) => formatNumber(device_count, 0, lang),
          },
          {
            key: 'seen',
            title: t(($) => $.registers.seen),
            cell: ({ last_seen_at }) => (last_seen_at === null ? '—' : <Age at={last_seen_at} />),
          },
          {
            key: 'mac',
            title: t(($) => $.registers.unknown.mac),
            cell: ({ mac }) => (
              <Link to={`/device/device-detail/${mac}`}>
                <Identifier id={mac} inTable />
              </Link>
            ),
          },
          {
            key: 'assign',
            title: t(($) => $.registers.actions),
            actions: true,
            cell: ({ register_name }) => (
              <Button size="small" disabledReason={missing_permission} onClick={() => props.onAssign(register_name)}>
                {t(($) => $.registers.unknown.assign)}
              </Button>
            ),
          },
        ]}
      />
    </Panel>
  )
}
