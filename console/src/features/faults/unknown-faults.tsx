import type { api } from '@heatfleet/contract/api.ts'
import { Link } from 'react-router'
import type { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { SuccessIcon } from '../../ui/icons.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'

/** Reported faults without a knowledge base entry, newest first, with a button that creates one. */
export function UnknownFaults(props: {
  read: ReturnType<typeof useRead<typeof api.unknownFaults>>
  onName: (value: number) => void
}) {
  const t = useMessages('faults')
  const lang = useLanguage()
  const missing_permission = useMissingPermission('faultcode:edit')
  const { data, error, refetch } = props.read
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Panel flush>
      <PlainTable
        label={t(($) => $.tabs.unknown)}
        rows={data}
        keyOf={({ product_key, point_key, value }) => `${product_key} ${point_key} ${value}`}
        empty={<NeverAny icon={SuccessIcon} title={t(($) => $.unknown.none)} text={t(($) => $.unknown.none_hint)} />}
        columns={[
          {
            key: 'product',
            title: t(($) => $.product),
            cell: ({ product_key, point_key }) => (
              <Link to={`/product/product-detail/${product_key}?point=${point_key}`}>{product_key}</Link>
            ),
          },
          { key: 'point', title: t(($) => $.unknown.point), cell: ({ point_key }) => <code>{point_key}</code> },
          {
            key: 'value',
            title: t(($) => $.unknown.value),
            align: 'end',
            cell: ({ value }) => formatNumber(value, 0, lang),
          },
          {
            key: 'times',
            title: t(($) => $.unknown.times),
            align: 'end',
            cell: ({ times }) => formatNumber(times, 0, lang),
          },
          {
            key: 'mac',
            title: t(($) => $.unknown.mac),
            cell: ({ mac }) => (
              <Link to={`/device/device-detail/${mac}`}>
                <Identifier id={mac} inTable />
              </Link>
            ),
          },
          { key: 'first', title: t(($) => $.unknown.first), cell: ({ first_seen_at }) => <Age at={first_seen_at} /> },
          { key: 'last', title: t(($) => $.unknown.last), cell: ({ last_seen_at }) => <Age at={last_seen_at} /> },
          {
            key: 'name',
            title: t(($) => $.fields.actions),
            actions: true,
            cell: ({ value }) => (
              <Button size="small" disabledReason={missing_permission} onClick={() => props.onName(value)}>
                {t(($) => $.unknown.name)}
              </Button>
            ),
          },
        ]}
      />
    </Panel>
  )
}
