import { api } from '@heatfleet/contract/api.ts'
import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { SignedIn } from '../running.ts'

/** Things the demo has, for addresses that name one. */
export type Places = { app_user_id: number; agent_id: number; mac: string }

/** A screen that is opened by its address; `drawn` is what stands there last, in any language. */
export type Screen = { name: string; path: (places: Places) => string; drawn: (page: Page) => Locator }

/** The second row of a table or a grid: the first is its header. */
const firstRow = (page: Page): Locator => page.getByRole('row').nth(1)

/** The first line of a tree of rights. */
const firstRight = (page: Page): Locator => page.getByRole('treeitem').first()

/** The third of the fields that take a password. */
const lastPassword = (page: Page): Locator => page.locator('input[type=password]').nth(2)

/** What the person whose screens are opened was written. */
const MESSAGE = { title: 'R290', text: 'T < 60 °C\nOK?' }

/** Every screen beside log-in, device list and device detail, which have steps of their own. */
export const SCREENS: readonly Screen[] = [
  { name: 'distributor-list', path: () => '/distributor/distributor-list', drawn: firstRow },
  { name: 'distributor-coverage', path: () => '/distributor/distributor-list?view=coverage', drawn: firstRow },
  {
    name: 'distributor-detail',
    path: (of) => `/distributor/distributor-detail/${of.agent_id}`,
    drawn: (page) => page.getByRole('tabpanel').getByRole('textbox').last(),
  },
  {
    name: 'distributor-devices',
    path: (of) => `/distributor/distributor-detail/${of.agent_id}?tab=devices`,
    drawn: (page) => page.getByRole('tabpanel').getByRole('row').nth(1),
  },
  {
    name: 'distributor-alarms',
    path: (of) => `/distributor/distributor-detail/${of.agent_id}?tab=alarms`,
    drawn: (page) => page.getByRole('tabpanel').getByRole('heading').last(),
  },
  {
    name: 'distributor-performance',
    path: (of) => `/distributor/distributor-detail/${of.agent_id}?tab=performance`,
    drawn: (page) => page.getByRole('tabpanel').getByRole('heading').last(),
  },
  {
    name: 'distributor-branding',
    path: (of) => `/distributor/distributor-detail/${of.agent_id}?tab=branding`,
    drawn: (page) => page.getByRole('tabpanel').getByRole('textbox').last(),
  },
  {
    name: 'distributor-new',
    path: () => '/distributor/distributor-detail/new',
    drawn: (page) => page.getByRole('textbox').last(),
  },
  { name: 'product-list', path: () => '/product/product-list', drawn: firstRow },
  { name: 'product-detail', path: () => '/product/product-detail/r290-monobloc', drawn: firstRow },
  {
    name: 'data point',
    path: () => '/product/product-detail/r290-monobloc?point=t_in',
    drawn: (page) => page.getByRole('dialog'),
  },
  {
    name: 'product-bits',
    path: () => '/product/product-detail/r290-monobloc?bits=f01',
    drawn: (page) => page.getByRole('dialog').getByRole('textbox').last(),
  },
  {
    name: 'product-basics',
    path: () => '/product/product-detail/r290-monobloc?tab=basics',
    drawn: (page) => page.getByRole('radio').last(),
  },
  { name: 'product-access', path: () => '/product/product-detail/r290-monobloc?tab=access', drawn: firstRow },
  {
    name: 'product-bench',
    path: () => '/product/product-detail/r290-monobloc?tab=bench',
    drawn: (page) => page.getByRole('tabpanel').getByRole('textbox').first(),
  },
  { name: 'product-versions', path: () => '/product/product-detail/r290-monobloc?tab=versions', drawn: firstRow },
  { name: 'product-create', path: () => '/product/product-create', drawn: (page) => page.getByRole('radio').last() },
  {
    name: 'product-create check',
    path: () => '/product/product-create?product=r290-monobloc&tab=check',
    drawn: firstRow,
  },
  {
    name: 'product-create review',
    path: () => '/product/product-create?product=r290-monobloc&tab=review',
    drawn: (page) => page.getByRole('button').last(),
  },
  { name: 'product-mapping', path: () => '/product/product-detail/r290-monobloc?tab=mapping', drawn: firstRow },
  { name: 'product-alarms', path: () => '/product/product-detail/r290-monobloc?tab=alarms', drawn: firstRow },
  {
    name: 'product-templates',
    path: () => '/product/product-detail/r290-monobloc?tab=templates',
    drawn: (page) => page.getByRole('tabpanel').getByRole('button').first(),
  },
  {
    name: 'product-panel',
    path: () => '/product/product-detail/r290-monobloc?tab=panel',
    drawn: (page) => page.getByRole('definition').last(),
  },
  { name: 'product-firmware', path: () => '/product/product-detail/r290-monobloc?tab=firmware', drawn: firstRow },
  { name: 'product-devices', path: () => '/product/product-detail/r290-monobloc?tab=devices', drawn: firstRow },
  { name: 'product-record', path: () => '/product/product-record', drawn: firstRow },
  {
    name: 'unknown names',
    path: () => '/product/product-record?tab=unknown',
    drawn: (page) => page.getByRole('tab').nth(1),
  },
  {
    name: 'new register names',
    path: () => '/product/product-record?add=',
    drawn: (page) => page.getByRole('dialog'),
  },
  { name: 'fault-codes', path: () => '/product/fault-codes', drawn: firstRow },
  {
    name: 'fault code',
    path: () => '/product/fault-codes?fault=1',
    drawn: (page) => page.getByRole('dialog').getByRole('heading').nth(2),
  },
  {
    name: 'unknown faults',
    path: () => '/product/fault-codes?tab=unknown',
    drawn: (page) => page.getByRole('tab').nth(1),
  },
  { name: 'app-user-list', path: () => '/app-user/app-user-list', drawn: firstRow },
  { name: 'app-user-detail', path: (of) => `/app-user/app-user-detail/${of.app_user_id}`, drawn: firstRow },
  {
    name: 'app-user-log-ins',
    path: (of) => `/app-user/app-user-detail/${of.app_user_id}?tab=log_ins`,
    drawn: firstRow,
  },
  {
    name: 'app-user-messages',
    path: (of) => `/app-user/app-user-detail/${of.app_user_id}?tab=messages`,
    drawn: (page) => page.getByText(MESSAGE.text),
  },
  {
    name: 'app-user-audit',
    path: (of) => `/app-user/app-user-detail/${of.app_user_id}?tab=audit`,
    drawn: firstRow,
  },
  { name: 'bind-devices', path: (of) => `/app-user/bind-devices/${of.app_user_id}`, drawn: firstRow },
  { name: 'app-list', path: () => '/user/app-list', drawn: firstRow },
  { name: 'app-manage', path: () => '/user/app-manage', drawn: firstRow },
  { name: 'app versions in use', path: () => '/user/app-manage?tab=shares', drawn: firstRow },
  { name: 'app version', path: () => '/user/app-manage?version=1', drawn: (page) => page.getByRole('dialog') },
  { name: 'audit-log', path: () => '/user/audit-log', drawn: firstRow },
  { name: 'device-history', path: (of) => `/issue/device-history?macs=${of.mac}&part=statistics`, drawn: firstRow },
  { name: 'history states', path: (of) => `/issue/device-history?macs=${of.mac}&part=timeline`, drawn: firstRow },
  { name: 'my-exports', path: () => '/center/exports', drawn: (page) => page.getByRole('grid') },
  { name: 'my-batches', path: () => '/center/exports?jobs=batches', drawn: (page) => page.getByRole('grid') },
  { name: 'user-list', path: () => '/user/user-list', drawn: firstRow },
  { name: 'user-detail', path: () => '/user/user-detail/1', drawn: (page) => page.getByRole('combobox').nth(2) },
  { name: 'user-detail-new', path: () => '/user/user-detail/new', drawn: (page) => page.getByRole('combobox').nth(2) },
  {
    name: 'user-access',
    path: () => '/user/user-detail/1?tab=access',
    drawn: (page) => page.getByRole('listitem').first(),
  },
  { name: 'user-operations', path: () => '/user/user-detail/1?tab=operations', drawn: firstRow },
  { name: 'user-notifications', path: () => '/user/user-detail/1?tab=notifications', drawn: firstRow },
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
  { name: 'center-profile', path: () => '/center/info', drawn: (page) => page.getByRole('combobox').nth(2) },
  { name: 'center-password', path: () => '/center/info?tab=password', drawn: lastPassword },
  { name: 'center-security', path: () => '/center/info?tab=security', drawn: firstRow },
  { name: 'center-notifications', path: () => '/center/info?tab=notifications', drawn: firstRow },
  { name: 'center-layout', path: () => '/center/info?tab=layout', drawn: (page) => page.getByRole('radio').last() },
  {
    name: 'center-tokens',
    path: () => '/center/info?tab=tokens',
    drawn: (page) => page.getByRole('tabpanel').getByRole('button').last(),
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
  const params = { id: await findOwner() }
  const { total } = await call(api.appUserMessages, { params })
  if (total === 0) await call(api.messageAppUser, { params, body: MESSAGE })
  const [city] = (await call(api.agentList, { query: { size: 1 }, body: { agent_level: 2 } })).list
  const [device] = (await call(api.deviceList, { query: { size: 1 } })).list
  return { app_user_id: params.id, agent_id: city?.agent_id ?? 0, mac: device?.mac ?? '' }
}
