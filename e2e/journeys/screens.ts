import { api } from '@heatfleet/contract/api.ts'
import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { SignedIn } from '../running.ts'
import { demoUnits } from './demo-units.ts'
import { ALARM_SCREENS } from './screens-alarms.ts'
import { ANALYSIS_SCREENS } from './screens-analysis.ts'
import { MAP_SCREENS } from './screens-map.ts'
import { PRODUCT_SCREENS } from './screens-products.ts'
import { ROLLOUT_SCREENS } from './screens-rollouts.ts'
import { SYSTEM_SCREENS } from './screens-system.ts'

/** Records of the demo, for addresses that name one. */
export type DemoRecords = { app_user_id: number; agent_id: number; mac: string }

/** A screen that is opened by its address; `complete` is the element drawn last, in any language. */
export type Screen = { name: string; path: (records: DemoRecords) => string; complete: (page: Page) => Locator }

const lastTab = (page: Page): Locator => page.getByRole('tab').last()

/** The second row of a table or a grid: the first is its header. */
const firstRow = (page: Page): Locator => page.getByRole('row').nth(1)

/** The first entry of a tree of rights. */
const firstRight = (page: Page): Locator => page.getByRole('treeitem').first()

/** The third of the fields that take a password. */
const lastPassword = (page: Page): Locator => page.locator('input[type=password]').nth(2)

/** The message to the app user whose screens are opened. */
const MESSAGE = { title: 'R290', text: 'T < 60 °C\nOK?' }

/** Every screen except log-in, device list and device detail, which have steps of their own. */
export const SCREENS: readonly Screen[] = [
  {
    name: 'front-page',
    path: () => '/dashboard/front-page',
    complete: (page) => page.getByRole('img').first(),
  },
  {
    name: 'big-screen',
    path: () => '/dashboard/BSShow',
    complete: (page) => page.getByRole('region').getByRole('listitem').first(),
  },
  {
    name: 'monitor',
    path: () => '/dashboard/monitor',
    complete: (page) => page.getByRole('list').getByRole('button').first(),
  },
  {
    name: 'device-cards',
    path: () => '/device/device-list?view=cards',
    complete: (page) => page.getByRole('article').first(),
  },
  { name: 'device-groups', path: () => '/device/device-groups', complete: (page) => page.getByRole('grid') },
  {
    name: 'device-import',
    path: () => '/device/device-import',
    complete: (page) => page.getByRole('columnheader').nth(2),
  },
  {
    name: 'device-import-new',
    path: () => '/device/device-import-detail/new',
    complete: (page) => page.getByRole('textbox').last(),
  },
  { name: 'shipments-to-ship', path: () => '/device/device-saled?tab=to_ship', complete: firstRow },
  { name: 'shipments-shipped', path: () => '/device/device-saled?tab=shipped', complete: firstRow },
  { name: 'shipments-batches', path: () => '/device/device-saled?tab=batches', complete: firstRow },
  { name: 'shipments-releases', path: () => '/device/device-saled?tab=releases', complete: lastTab },
  { name: 'unknown-modules', path: () => '/device/unknown-modules?state=banned', complete: lastTab },
  {
    name: 'first-run',
    path: () => '/center/first-run?step=backup',
    complete: (page) => page.getByRole('listitem').last(),
  },
  ...ROLLOUT_SCREENS,
  ...SYSTEM_SCREENS,
  { name: 'device-binder', path: () => '/device/device-binder', complete: firstRow },
  { name: 'device-binder-history', path: () => '/device/device-binder?tab=history', complete: firstRow },
  { name: 'model-setting', path: () => '/device/model-setting', complete: firstRow },
  {
    name: 'device-model',
    path: (of) => `/device/device-detail/${of.mac}?tab=model`,
    complete: (page) => page.getByRole('grid'),
  },
  {
    name: 'device-energy',
    path: (of) => `/device/device-detail/${of.mac}?tab=energy`,
    complete: (page) => page.locator('[data-ready]'),
  },
  {
    name: 'device-install',
    path: (of) => `/device/device-detail/${of.mac}?tab=install`,
    complete: (page) => page.getByRole('tabpanel').getByRole('table').first(),
  },
  { name: 'iccid-manage', path: () => '/device/iccid-manage', complete: firstRow },
  ...ANALYSIS_SCREENS,
  ...MAP_SCREENS,
  {
    name: 'device-map',
    path: () => '/map/device?at=120.15,30.3,8',
    complete: (page) => page.locator('[data-drawn]'),
  },
  {
    name: 'device-map unit',
    path: (of) => `/map/device?at=120.15,30.3,8&unit=${of.mac}`,
    complete: (page) => page.getByRole('definition').last(),
  },
  {
    name: 'device-map regions',
    path: () => '/map/device?at=105,34,2&layer=online',
    complete: (page) => page.getByRole('table').getByRole('row').nth(1),
  },
  { name: 'second-map', path: () => '/map/second?at=15,50,4', complete: (page) => page.locator('[data-drawn]') },
  { name: 'device-log', path: () => '/device/dev-history', complete: (page) => page.getByRole('listitem').last() },
  { name: 'control-log', path: () => '/issue/control-log', complete: (page) => page.getByRole('grid') },
  { name: 'service-orders', path: () => '/service/userFeedback?tab=all', complete: firstRow },
  {
    name: 'service-order',
    path: () => '/service/order-detail/1',
    complete: (page) => page.getByRole('definition').last(),
  },
  {
    name: 'order-statistics',
    path: () => '/service/order-statistics',
    complete: (page) => page.getByRole('table').last(),
  },
  { name: 'canned-answers', path: () => '/service/canned-answers', complete: (page) => page.getByRole('grid') },
  { name: 'evaluations', path: () => '/service/revisit', complete: firstRow },
  { name: 'distributor-list', path: () => '/distributor/distributor-list', complete: firstRow },
  { name: 'distributor-coverage', path: () => '/distributor/distributor-list?view=coverage', complete: firstRow },
  {
    name: 'distributor-detail',
    path: (of) => `/distributor/distributor-detail/${of.agent_id}`,
    complete: (page) => page.getByRole('tabpanel').getByRole('textbox').last(),
  },
  {
    name: 'distributor-devices',
    path: (of) => `/distributor/distributor-detail/${of.agent_id}?tab=devices`,
    complete: (page) => page.getByRole('tabpanel').getByRole('row').nth(1),
  },
  {
    name: 'distributor-alarms',
    path: (of) => `/distributor/distributor-detail/${of.agent_id}?tab=alarms`,
    complete: (page) => page.getByRole('tabpanel').getByRole('heading').last(),
  },
  {
    name: 'distributor-performance',
    path: (of) => `/distributor/distributor-detail/${of.agent_id}?tab=performance`,
    complete: (page) => page.getByRole('tabpanel').getByRole('heading').last(),
  },
  {
    name: 'distributor-branding',
    path: (of) => `/distributor/distributor-detail/${of.agent_id}?tab=branding`,
    complete: (page) => page.getByRole('tabpanel').getByRole('textbox').last(),
  },
  {
    name: 'distributor-new',
    path: () => '/distributor/distributor-detail/new',
    complete: (page) => page.getByRole('textbox').last(),
  },
  ...PRODUCT_SCREENS,
  { name: 'fault-codes', path: () => '/product/fault-codes', complete: firstRow },
  {
    name: 'fault code',
    path: () => '/product/fault-codes?fault=1',
    complete: (page) => page.getByRole('dialog').getByRole('heading').nth(2),
  },
  {
    name: 'unknown faults',
    path: () => '/product/fault-codes?tab=unknown',
    complete: (page) => page.getByRole('tab').nth(1),
  },
  { name: 'app-user-list', path: () => '/app-user/app-user-list', complete: firstRow },
  { name: 'app-user-detail', path: (of) => `/app-user/app-user-detail/${of.app_user_id}`, complete: firstRow },
  {
    name: 'app-user-log-ins',
    path: (of) => `/app-user/app-user-detail/${of.app_user_id}?tab=log_ins`,
    complete: firstRow,
  },
  {
    name: 'app-user-messages',
    path: (of) => `/app-user/app-user-detail/${of.app_user_id}?tab=messages`,
    complete: (page) => page.getByText(MESSAGE.text).first(),
  },
  {
    name: 'app-user-audit',
    path: (of) => `/app-user/app-user-detail/${of.app_user_id}?tab=audit`,
    complete: firstRow,
  },
  { name: 'bind-devices', path: (of) => `/app-user/bind-devices/${of.app_user_id}`, complete: firstRow },
  { name: 'data-grants', path: () => '/app-user/data-grants', complete: firstRow },
  { name: 'app-list', path: () => '/user/app-list', complete: firstRow },
  { name: 'app-manage', path: () => '/user/app-manage', complete: firstRow },
  { name: 'app versions in use', path: () => '/user/app-manage?tab=shares', complete: firstRow },
  { name: 'app version', path: () => '/user/app-manage?version=1', complete: (page) => page.getByRole('dialog') },
  { name: 'audit-log', path: () => '/user/audit-log', complete: firstRow },
  ...ALARM_SCREENS,
  { name: 'device-history', path: (of) => `/issue/device-history?macs=${of.mac}&part=statistics`, complete: firstRow },
  { name: 'history states', path: (of) => `/issue/device-history?macs=${of.mac}&part=timeline`, complete: firstRow },
  { name: 'my-exports', path: () => '/center/exports', complete: (page) => page.getByRole('grid') },
  { name: 'my-batches', path: () => '/center/exports?jobs=batches', complete: (page) => page.getByRole('grid') },
  { name: 'user-list', path: () => '/user/user-list', complete: firstRow },
  { name: 'user-detail', path: () => '/user/user-detail/1', complete: (page) => page.getByRole('combobox').nth(2) },
  {
    name: 'user-detail-new',
    path: () => '/user/user-detail/new',
    complete: (page) => page.getByRole('combobox').nth(2),
  },
  {
    name: 'user-access',
    path: () => '/user/user-detail/1?tab=access',
    complete: (page) => page.getByRole('listitem').first(),
  },
  { name: 'user-operations', path: () => '/user/user-detail/1?tab=operations', complete: firstRow },
  { name: 'user-notifications', path: () => '/user/user-detail/1?tab=notifications', complete: firstRow },
  { name: 'role-list', path: () => '/user/role-list', complete: firstRow },
  { name: 'compare roles', path: () => '/user/role-list?compare=1,2', complete: (page) => page.getByRole('table') },
  { name: 'role-detail', path: () => '/user/role-detail/1', complete: firstRight },
  { name: 'role accounts', path: () => '/user/role-detail/1?tab=accounts', complete: firstRow },
  { name: 'copy of a role', path: () => '/user/role-detail/new?from=2', complete: firstRight },
  { name: 'resource-groups', path: () => '/user/resource-groups', complete: firstRow },
  {
    name: 'new resource group',
    path: () => '/user/resource-groups?group=new',
    complete: (page) => page.getByRole('dialog'),
  },
  { name: 'center-profile', path: () => '/center/info', complete: (page) => page.getByRole('combobox').nth(2) },
  { name: 'center-password', path: () => '/center/info?tab=password', complete: lastPassword },
  { name: 'center-security', path: () => '/center/info?tab=security', complete: firstRow },
  { name: 'center-notifications', path: () => '/center/info?tab=notifications', complete: firstRow },
  { name: 'center-layout', path: () => '/center/info?tab=layout', complete: (page) => page.getByRole('radio').last() },
  {
    name: 'center-tokens',
    path: () => '/center/info?tab=tokens',
    complete: (page) => page.getByRole('tabpanel').getByRole('button').last(),
  },
]

/** Waits until the demo has what the screens show: its app users sign up while the product runs. */
export const findRecords = async (admin: SignedIn): Promise<DemoRecords> => {
  const { call } = admin
  const findOwner = async () => {
    const filter = { has_device: true, sort_by: 'app_user_id', sort_order: 'asc' } as const
    const { list } = await call(api.appUserList, { query: { size: 1 }, body: filter })
    return list[0]?.app_user_id ?? 0
  }
  await expect.poll(findOwner, { message: 'an app user with a unit', timeout: 60_000 }).toBeGreaterThan(0)
  const params = { id: await findOwner() }
  const { total } = await call(api.appUserMessages, { params })
  if (total === 0) await call(api.messageAppUser, { params, body: MESSAGE })
  const grants = async () => (await call(api.dataGrantList, { query: { size: 1 } })).total
  await expect.poll(grants, { message: 'an owner who lets a third party read', timeout: 60_000 }).toBeGreaterThan(0)
  const [city] = (await call(api.agentList, { query: { size: 1 }, body: { agent_level: 2 } })).list
  const device = (await demoUnits(admin)).find(({ online_status }) => online_status === 'online')
  return { app_user_id: params.id, agent_id: city?.agent_id ?? 0, mac: device?.mac ?? '' }
}
