import { api } from '@heatfleet/contract/api.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useNavigate, useSearchParams } from 'react-router'
import { useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useProductName } from '../../../messages/product-name.ts'
import { Button } from '../../../ui/button.tsx'
import { DetailPending } from '../../../ui/detail-page.tsx'
import { ChevronLeftIcon } from '../../../ui/icons.tsx'
import { Page } from '../../../ui/page.tsx'
import { NoPermission } from '../../../ui/states.tsx'
import { Steps } from '../../../ui/steps.tsx'
import { useTab } from '../../../ui/use-tab.ts'
import { BasicsTab } from '../basics-tab.tsx'
import { PanelTab } from '../panel/panel-tab.tsx'
import { CREATE_STEPS, type CreateStep, createStepPath, PRODUCT_LIST } from '../paths.ts'
import css from '../products.module.css'
import { NewProductForm } from './new-product-form.tsx'
import { StepCheck } from './step-check.tsx'
import { StepPoints } from './step-points.tsx'
import { StepReview } from './step-review.tsx'

/**
 * Creates a product in five steps (product 3.24). The first step creates it, in debugging; from then on its draft keeps
 * everything, and each step has its own address (`?product=&tab=`).
 */
export function Component() {
  const t = useMessages('products')
  const may = usePermission('product:create')
  const [query] = useSearchParams()
  const product_key = query.get('product')
  if (!may)
    return (
      <Page title={t(($) => $.create)}>
        <NoPermission permission="product:create" />
      </Page>
    )
  if (product_key !== null) return <ExistingProductSteps key={product_key} product_key={product_key} />
  return (
    <Page title={t(($) => $.create)}>
      <StepBar product={null} step="basics" />
      <NewProductForm />
    </Page>
  )
}

/** The steps of an existing product. */
function ExistingProductSteps({ product_key }: { product_key: string }) {
  const t = useMessages('products')
  const product_texts = useMessages('products')
  const navigate = useNavigate()
  const nameOf = useProductName()
  const [step] = useTab(CREATE_STEPS)
  const products = useRead(api.productInfo, { query: { pageNo: 1, size: 1 }, body: { product_key } })
  const [product] = products.data?.list ?? []
  if (product === undefined)
    return (
      <DetailPending
        title={t(($) => $.create)}
        error={products.data === undefined ? products.error : new Refusal('not_found')}
        onRetry={() => void products.refetch()}
        list={PRODUCT_LIST}
        needs="product:view"
      />
    )
  const at = CREATE_STEPS.indexOf(step)
  const [before, after] = [CREATE_STEPS[at - 1], CREATE_STEPS[at + 1]]
  const navigateToStep = (to: CreateStep) => void navigate(createStepPath(product_key, to))
  return (
    <Page
      title={nameOf(product)}
      note={product_texts(($) => $.creation.step_of, { step: at + 1, steps: CREATE_STEPS.length })}
      actions={
        <>
          {before !== undefined && (
            <Button icon={ChevronLeftIcon} onClick={() => navigateToStep(before)}>
              {product_texts(($) => $.creation.back)}
            </Button>
          )}
          {after !== undefined && (
            <Button onClick={() => navigateToStep(after)}>{product_texts(($) => $.creation.next)}</Button>
          )}
        </>
      }
    >
      <StepBar product={product} step={step} />
      <Part step={step} product={product} />
    </Page>
  )
}

function StepBar({ product, step }: { product: Product | null; step: CreateStep }) {
  const product_texts = useMessages('products')
  const points = product === null ? 0 : (product.draft?.point_count ?? product.point_count)
  const check = useRead(
    api.checkUpdate,
    { body: { product_key: product?.product_key ?? '' } },
    { enabled: product !== null && points > 0 },
  )
  const errors = check.data?.findings.filter(({ severity }) => severity === 'error')
  const is_sound = points > 0 && errors?.length === 0
  const past = CREATE_STEPS.indexOf(step)
  const done: Record<CreateStep, boolean> = {
    basics: product !== null,
    // A step that is passed and has nothing wrong; of the points, what is wrong names one of them.
    points: points > 0 && errors?.every(({ key }) => key === null) === true,
    check: is_sound && past > CREATE_STEPS.indexOf('check'),
    panel: is_sound && past > CREATE_STEPS.indexOf('panel'),
    review: product !== null && product.version !== null,
  }
  return (
    <div className={css.way}>
      <Steps
        label={product_texts(($) => $.creation.steps.label)}
        now={step}
        steps={CREATE_STEPS.map((key) => ({
          key,
          label: product_texts(($) => $.creation.steps[key]),
          done: done[key],
          to: product === null ? undefined : createStepPath(product.product_key, key),
        }))}
      />
    </div>
  )
}

function Part({ step, product }: { step: CreateStep; product: Product }) {
  switch (step) {
    case 'basics':
      return <BasicsTab product={product} />
    case 'points':
      return <StepPoints product={product} />
    case 'check':
      return <StepCheck product={product} />
    case 'panel':
      return <PanelTab product={product} />
    case 'review':
      return <StepReview product={product} />
    default:
      return step satisfies never
  }
}
