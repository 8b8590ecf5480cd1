import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ListLayout } from '@heatfleet/contract/list-preferences/list-preferences.ts'
import { expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'

const { console_ } = useFleetConsole()

const layout: ListLayout = { shown: ['mac', 'status'], density: 'compact' }
const draft = { view_name: 'Offline', query: 'quick=offline', layout }
const inList = { params: { list: 'devices' } } as const

it('columns and views of one browser are found in another, and not by anybody else', async () => {
  const { call } = await console_.signIn('city_a1')
  await call(api.layOutList, { ...inList, body: { layout } })
  const view = await call(api.saveView, { ...inList, body: draft })
  const elsewhere = await console_.signIn('city_a1')
  expect(await elsewhere.call(api.ownLists)).toEqual({ layouts: [{ list: 'devices', layout }], views: [view] })
  expect(await (await console_.signIn('city_a2')).call(api.ownLists)).toEqual({ layouts: [], views: [] })
  await elsewhere.call(api.layOutList, { ...inList, body: { layout: null } })
  expect((await call(api.ownLists)).layouts).toEqual([])
})

it('a view of the same name is replaced, in its own list alone', async () => {
  const { call } = await console_.signIn('city_a2')
  const first = await call(api.saveView, { ...inList, body: draft })
  await call(api.saveView, { params: { list: 'accounts' }, body: draft })
  const second = await call(api.saveView, { ...inList, body: { ...draft, query: 'quick=alarm', layout: null } })
  expect(second).toEqual({ ...first, query: 'quick=alarm', layout: null })
  expect((await call(api.ownLists)).views).toHaveLength(2)
})

it('a view is renamed to a free name and forgotten, and both are in the audit log', async () => {
  const { call } = await console_.signIn('county_a11')
  const { view_id } = await call(api.saveView, { ...inList, body: draft })
  const other = await call(api.saveView, { ...inList, body: { ...draft, view_name: 'Alarms' } })
  const rename = (view_name: string) => call(api.renameView, { params: { id: view_id }, body: { view_name } })
  await expect(rename('Alarms')).rejects.toMatchObject({ code: 'view_name_taken', field: 'view_name' })
  expect(await rename('Silent')).toMatchObject({ view_id, view_name: 'Silent', query: draft.query })
  await call(api.deleteView, { params: { id: view_id } })
  await expect(rename('Again')).rejects.toMatchObject({ code: 'not_found' })
  expect((await call(api.ownLists)).views).toEqual([other])
  const { call: admin } = await console_.signIn('admin')
  const { list } = await admin(api.auditList, { body: { action: 'renameView', result: 'ok' } })
  expect(list.map(({ detail }) => detail)).toMatchObject([
    { list: 'devices', before: { view_name: 'Offline' }, after: { view_name: 'Silent' } },
  ])
})

it('a list has room for so many views, also when they come at once', async () => {
  const { call } = await console_.signIn('auditor')
  const save = (at: number) => call(api.saveView, { ...inList, body: { ...draft, view_name: `View ${at}` } })
  const saved = await Promise.allSettled(Array.from({ length: LIMITS.list_views_max + 2 }, (_, at) => save(at)))
  const refused = saved.filter(({ status }) => status === 'rejected')
  expect(refused.map((one) => (one.status === 'rejected' ? one.reason : null))).toMatchObject([
    { code: 'views_full', details: { max: LIMITS.list_views_max } },
    { code: 'views_full' },
  ])
})
