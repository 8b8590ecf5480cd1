import type { Locator, Page } from '@playwright/test'
import type { Screen } from './screens.ts'

/** The second row of a table or a grid: the first is its header. */
const firstRow = (page: Page): Locator => page.getByRole('row').nth(1)

/** Products, their points and settings, and the names of registers. */
export const PRODUCT_SCREENS: readonly Screen[] = [
  { name: 'product-list', path: () => '/product/product-list', complete: firstRow },
  { name: 'product-detail', path: () => '/product/product-detail/r290-monobloc', complete: firstRow },
  {
    name: 'data point',
    path: () => '/product/product-detail/r290-monobloc?point=t_in',
    complete: (page) => page.getByRole('dialog'),
  },
  {
    name: 'product-suggestions',
    path: () => '/product/product-detail/r290-monobloc?suggest=1',
    complete: (page) => page.getByRole('dialog').getByRole('checkbox').last(),
  },
  {
    name: 'product-bits',
    path: () => '/product/product-detail/r290-monobloc?bits=f01',
    complete: (page) => page.getByRole('dialog').getByRole('textbox').last(),
  },
  {
    name: 'product-basics',
    path: () => '/product/product-detail/r290-monobloc?tab=basics',
    complete: (page) => page.getByRole('radio').last(),
  },
  { name: 'product-access', path: () => '/product/product-detail/r290-monobloc?tab=access', complete: firstRow },
  {
    name: 'product-bench',
    path: () => '/product/product-detail/r290-monobloc?tab=bench',
    complete: (page) => page.getByRole('tabpanel').getByRole('textbox').first(),
  },
  { name: 'product-versions', path: () => '/product/product-detail/r290-monobloc?tab=versions', complete: firstRow },
  { name: 'product-create', path: () => '/product/product-create', complete: (page) => page.getByRole('radio').last() },
  {
    name: 'product-create check',
    path: () => '/product/product-create?product=r290-monobloc&tab=check',
    complete: firstRow,
  },
  {
    name: 'product-create review',
    path: () => '/product/product-create?product=r290-monobloc&tab=review',
    complete: (page) => page.getByRole('button').last(),
  },
  { name: 'product-mapping', path: () => '/product/product-detail/r290-monobloc?tab=mapping', complete: firstRow },
  { name: 'product-alarms', path: () => '/product/product-detail/r290-monobloc?tab=alarms', complete: firstRow },
  {
    name: 'product-templates',
    path: () => '/product/product-detail/r290-monobloc?tab=templates',
    complete: (page) => page.getByRole('tabpanel').getByRole('button').first(),
  },
  {
    name: 'product-panel',
    path: () => '/product/product-detail/r290-monobloc?tab=panel',
    complete: (page) => page.getByRole('definition').last(),
  },
  { name: 'product-firmware', path: () => '/product/product-detail/r290-monobloc?tab=firmware', complete: firstRow },
  { name: 'product-devices', path: () => '/product/product-detail/r290-monobloc?tab=devices', complete: firstRow },
  { name: 'product-record', path: () => '/product/product-record', complete: firstRow },
  {
    name: 'unknown names',
    path: () => '/product/product-record?tab=unknown',
    complete: (page) => page.getByRole('tab').nth(1),
  },
  {
    name: 'new register names',
    path: () => '/product/product-record?add=',
    complete: (page) => page.getByRole('dialog'),
  },
]
