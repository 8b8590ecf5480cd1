import { api } from '@heatfleet/contract/api.ts'
import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { SignedIn } from '../running.ts'

/** Things the demo has, for addresses that name one. */
export type Places = { app_user_id: number }

/** A screen that is opened by its address; `drawn` is what stands there last, in any language. */
export type Screen = { name: string; path: (places: Places) => string; drawn: (page: Page) => Locator }

/** The second row of a table or a grid: the first is its header. */
const firstRow = (page: Page): Locator => page.getByRole('row').nth(1)

/** The first line of a tree of rights. */
const firstRight = (page: Page): Locator => page.getByRole('treeitem').first()

/** Every screen beside log-in, device list and device detail, which have steps of their own. */
export const SCREENS: readonly Screen[] = [
  { name: 'app-user-list', path: () => '/app-user/app-user-list', drawn: firstRow },
  { name: 'app-user-detail', path: (of) => `/app-user/app-user-detail/${of.app_user_id}`, drawn: firstRow },
  {
    name: 'app-user-log-ins',
    path: (of) => `/app-user/app-user-detail/${of.app_user_id}?tab=log_ins`,
    drawn: firstRow,
  },
  { name: 'bind-devices', path: (of) => `/app-user/bind-devices/${of.app_user_id}`, drawn: firstRow },
  { name: 'app-list', path: () => '/user/app-list', drawn: firstRow },
  { name: 'role-list', path: () => '/user/role-list', drawn: firstRow },
  { name: 'compare roles', path: () => '/user/role-list?compare=1,2', drawn: (page) => page.getByRole('table') },
  { name: 'role-detail', path: () => '/user/role-detail/1', drawn: firstRight },
  { name: 'role accounts', path: () => '/user/role-detail/1?tab=accounts', drawn: firstRow },
  { name: 'copy of a role', path: () => '/user/role-detail/new?from=2', drawn: firstRight },
  { name: 'resource-groups', path: () => '/user/resource-groups', drawn: firstRow },
  {
    name: 'new resource group',
    path: () => '/user/resource-groups?group=new',
    drawn: (page) => page.getByRole('dialog'),
  },
]

/** Waits until the demo has what the screens show: its people move in while the product runs. */
export const findPlaces = async ({ call }: SignedIn): Promise<Places> => {
  const findOwner = async () => {
    const filter = { has_device: true, sort_by: 'app_user_id', sort_order: 'asc' } as const
    const { list } = await call(api.appUserList, { query: { size: 1 }, body: filter })
    return list[0]?.app_user_id ?? 0
  }
  await expect.poll(findOwner, { message: 'an app user with a unit', timeout: 60_000 }).toBeGreaterThan(0)
  return { app_user_id: await findOwner() }
}
