import { api } from '@heatfleet/contract/api.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { Button } from '../../ui/button.tsx'
import { DetailPage, DetailPending } from '../../ui/detail-page.tsx'
import { StateChip } from '../../ui/status.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { AuditTable } from '../audit/public.ts'
import { AccessTab } from './access-tab.tsx'
import { BasicsTab } from './basics-tab.tsx'
import { BenchTab } from './bench/bench-tab.tsx'
import { DetailActions } from './detail-actions.tsx'
import { DevicesTab } from './devices-tab.tsx'
import { AlarmsTab } from './faults/alarms-tab.tsx'
import { MappingTab } from './faults/mapping-tab.tsx'
import { FirmwareTab } from './firmware-tab.tsx'
import { PanelTab } from './panel/panel-tab.tsx'
import { PRODUCT_LIST } from './paths.ts'
import { PointsTab } from './points/points-tab.tsx'
import { ProductState, UnpublishedMark } from './product-state.tsx'
import { categoryText, networksText } from './product-texts.ts'
import { usePublishBlocker } from './publish-blocker.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { TemplatesTab } from './templates/templates-tab.tsx'
import { VersionsTab } from './versions-tab.tsx'

const TABS = [
  'points',
  'basics',
  'access',
  'mapping',
  'alarms',
  'templates',
  'panel',
  'bench',
  'firmware',
  'versions',
  'devices',
  'audit',
] as const

/** One product (product 3.25): data points, basics, versions. */
export function Component() {
  const t = useMessages('products')
  const { product_key = '' } = useParams()
  const products = useRead(api.productInfo, { query: { pageNo: 1, size: 1 }, body: { product_key } })
  const [product] = products.data?.list ?? []
  if (product !== undefined) return <Detail key={product_key} product={product} />
  return (
    <DetailPending
      title={t(($) => $.product)}
      error={products.data === undefined ? products.error : new Refusal('not_found')}
      onRetry={() => void products.refetch()}
      list={PRODUCT_LIST}
      needs="product:view"
    />
  )
}

function Detail({ product }: { product: Product }) {
  const t = useMessages('products')
  const navigate = useNavigate()
  const name = useProductName()(product)
  const sees_audit = usePermission('audit:view')
  const publish_blocker = usePublishBlocker()(product)
  const [requested_tab, show] = useTab(TABS)
  const [publishing, setPublishing] = useState(false)
  const visible_tabs = TABS.filter((tab) => tab !== 'audit' || sees_audit)
  const tab = visible_tabs.includes(requested_tab) ? requested_tab : 'points'
  const badges: Partial<Record<(typeof TABS)[number], number>> = {
    points: product.draft?.point_count ?? product.point_count,
    devices: product.device_count,
  }
  return (
    <DetailPage
      title={name}
      chips={
        <>
          <ProductState product={product} />
          {product.version !== null && <StateChip tone="neutral">{`v${product.version}`}</StateChip>}
          <UnpublishedMark product={product} />
          {product.built_in && <StateChip tone="neutral">{t(($) => $.built_in)}</StateChip>}
        </>
      }
      identity={[
        <code key="key">{product.product_key}</code>,
        categoryText(t, product.category),
        networksText(t, product),
      ]}
      actions={
        <>
          <DetailActions product={product} onDeleted={() => void navigate(PRODUCT_LIST, { replace: true })} />
          <Button kind="primary" disabledReason={publish_blocker} onClick={() => setPublishing(true)}>
            {t(($) => $.actions.publish)}
          </Button>
        </>
      }
      tabs={{
        label: t(($) => $.tabs.label),
        value: tab,
        onChange: show,
        items: visible_tabs.map((key) => ({
          key,
          label: t(($) => $.tabs[key]),
          ...(badges[key] === undefined ? {} : { badge: badges[key] }),
        })),
      }}
    >
      <Part tab={tab} product={product} />
      {publishing && <PublishDialog product={product} onClose={() => setPublishing(false)} />}
    </DetailPage>
  )
}

function Part({ tab, product }: { tab: (typeof TABS)[number]; product: Product }) {
  const t = useMessages('products')
  switch (tab) {
    case 'points':
      return <PointsTab product={product} />
    case 'basics':
      return <BasicsTab product={product} />
    case 'access':
      return <AccessTab product={product} />
    case 'mapping':
      return <MappingTab product={product} />
    case 'alarms':
      return <AlarmsTab product={product} />
    case 'templates':
      return <TemplatesTab product={product} />
    case 'panel':
      return <PanelTab product={product} />
    case 'bench':
      return <BenchTab product={product} />
    case 'firmware':
      return <FirmwareTab product={product} />
    case 'versions':
      return <VersionsTab product={product} />
    case 'devices':
      return <DevicesTab product={product} />
    case 'audit':
      return <AuditTable label={t(($) => $.tabs.audit)} filter={{ object: `product ${product.product_key}` }} />
    default:
      return tab satisfies never
  }
}
