import { api } from '@heatfleet/contract/api.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useRead } from '../../../cloud/call.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { StateChip } from '../../../ui/status.tsx'
import { AccessTab } from '../access-tab.tsx'
import { FindingList } from '../points/finding-list.tsx'
import css from '../products.module.css'

/** The third step: findings of the points, access to the board, and the resulting poll plan. */
export function StepCheck({ product }: { product: Product }) {
  const t = useMessages('products')
  const product_texts = useMessages('products')
  const check = useRead(api.checkUpdate, { body: { product_key: product.product_key } })
  const findings = check.data?.findings ?? []
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const warnings = findings.length - errors
  return (
    <div className={css.parts}>
      <Panel
        title={product_texts(($) => $.creation.findings)}
        note={
          check.data !== undefined && (
            <span className={css.point}>
              {errors > 0 && <StateChip tone="bad">{t(($) => $.publish.errors, { count: errors })}</StateChip>}
              {warnings > 0 && <StateChip tone="warn">{t(($) => $.publish.warnings, { count: warnings })}</StateChip>}
            </span>
          )
        }
      >
        {check.data === undefined ? (
          check.error === null ? (
            <Loading rows={3} />
          ) : (
            <ErrorState error={check.error} onRetry={() => void check.refetch()} />
          )
        ) : findings.length === 0 ? (
          <StateChip tone="ok" shape="filled">
            {product_texts(($) => $.creation.sound)}
          </StateChip>
        ) : (
          <FindingList findings={findings} />
        )}
      </Panel>
      <AccessTab product={product} />
    </div>
  )
}
