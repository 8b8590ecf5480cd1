import { api } from '@heatfleet/contract/api.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../../cloud/call.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { DraftSettings } from '../draft-settings.tsx'
import { createStepPath, productPath } from '../paths.ts'
import { ProductState } from '../product-state.tsx'
import { categoryText, networksText, platformsText } from '../product-texts.ts'
import css from '../products.module.css'
import { usePublishBlocker } from '../publish-blocker.ts'
import { PublishDialog } from '../publish-dialog.tsx'

/** The last step: a summary, then publish or stay in debugging. */
export function StepReview({ product }: { product: Product }) {
  const t = useMessages('products')
  const product_texts = useMessages('products')
  const lang = useLanguage()
  const publish_blocker = usePublishBlocker()(product)
  const [publishing, setPublishing] = useState(false)
  const { product_key, version, draft } = product
  const check = useRead(api.checkUpdate, { body: { product_key } })
  const errors = (check.data?.findings ?? []).filter(({ severity }) => severity === 'error').length
  const is_settled = version !== null && (draft?.changed ?? 0) === 0
  const number = (value: number) => formatNumber(value, 0, lang)
  return (
    <div className={css.parts}>
      <Panel title={product_texts(($) => $.creation.review.what)}>
        <Facts
          items={[
            { label: t(($) => $.columns.product_key), value: <code className={css.key}>{product_key}</code> },
            { label: t(($) => $.columns.category), value: categoryText(t, product.category) },
            { label: t(($) => $.columns.network_type), value: networksText(t, product) },
            { label: t(($) => $.columns.platform), value: platformsText(t, product) },
            { label: t(($) => $.columns.state), value: <ProductState product={product} /> },
          ]}
        />
      </Panel>
      <DraftSettings product={product}>
        {(_, { access, panel }, { points }) => (
          <Panel title={product_texts(($) => $.creation.review.does)}>
            <Facts
              items={[
                { label: t(($) => $.columns.point_count), value: number(points.length) },
                {
                  label: product_texts(($) => $.creation.review.writable),
                  value: number(points.filter(({ rw }) => rw === 'rw').length),
                },
                {
                  label: product_texts(($) => $.creation.review.faults),
                  value: number(points.filter(({ alarm }) => alarm).length),
                },
                {
                  label: product_texts(($) => $.creation.review.tagged),
                  value: number(points.filter(({ tag }) => tag !== null).length),
                },
                { label: t(($) => $.access.bus), value: `${access.baud} ${access.format} · ${access.slave}` },
                { label: t(($) => $.access.plan), value: number(check.data?.poll_blocks.length ?? 0) },
                { label: t(($) => $.panel.schematic), value: t(($) => $.panel.schematics[panel.schematic]) },
                { label: t(($) => $.panel.default_curves), value: number(panel.default_curves.length) },
              ]}
            />
          </Panel>
        )}
      </DraftSettings>
      <Panel>
        <div className={css.finish}>
          <p className={css.weak}>
            {is_settled
              ? product_texts(($) => $.creation.review.published, { version })
              : errors > 0
                ? t(($) => $.publish.errors, { count: errors })
                : product_texts(($) => $.creation.review.ready)}
          </p>
          {errors > 0 && (
            <Link to={createStepPath(product_key, 'check')}>{product_texts(($) => $.creation.steps.check)}</Link>
          )}
          <Link to={productPath(product_key)}>{product_texts(($) => $.creation.review.open)}</Link>
          <Button kind="primary" disabledReason={publish_blocker} onClick={() => setPublishing(true)}>
            {t(($) => $.actions.publish)}
          </Button>
        </div>
      </Panel>
      {publishing && <PublishDialog product={product} onClose={() => setPublishing(false)} />}
    </div>
  )
}
