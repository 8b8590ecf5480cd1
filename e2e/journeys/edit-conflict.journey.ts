import { api } from '@heatfleet/contract/api.ts'
import { expect } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { test } from './close-contexts.ts'
import { makePerson } from './people.ts'
import { enter } from './steps.ts'

test('two people edit an account: theirs is loaded, compared, and mine applied again; the log calls it a conflict', async ({
  page,
}) => {
  const admin = await sharedSession()
  const { person } = await makePerson(admin, { permissions: ['device:view'] })
  const params = { id: person.user.uid }
  const read = () => admin.call(api.accountInfo, { params })
  await enter(page, `/user/user-detail/${params.id}`, admin)
  await page.getByRole('textbox', { name: 'Display name' }).fill('Mine')
  await page.getByRole('textbox', { name: 'Notes' }).fill('Night shift')

  const { uid: _, nick_name: __, company: ___, phone: ____, email: _____, ...stored } = await read()
  const { gender, role_id, resource_group_id, agent_id, language, time_zone, valid_until, remark, updated_at } = stored
  const theirs = { gender, role_id, resource_group_id, agent_id, language, time_zone, valid_until, remark, updated_at }
  await admin.call(api.accountEdit, { params, body: { ...theirs, nick_name: 'Theirs', company: 'Elsewhere' } })

  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const conflict = page.getByRole('dialog', { name: 'Someone else saved this in the meantime' })
  await expect(conflict.getByRole('row', { name: /^Display name .*Theirs Mine$/ })).toBeVisible()
  await expect(conflict.getByRole('row').filter({ hasText: 'Elsewhere' })).toBeVisible()
  await conflict.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('Mine')
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Elsewhere')

  // Somebody is faster once more.
  await admin.call(api.accountEdit, {
    params,
    body: { ...theirs, nick_name: 'Again theirs', company: 'Elsewhere', updated_at: (await read()).updated_at },
  })
  await save.click()
  await conflict.getByRole('button', { name: 'Apply mine again' }).click()
  await expect(conflict).toBeHidden()
  await expect.poll(read).toMatchObject({ nick_name: 'Mine', remark: 'Night shift', company: 'Elsewhere' })

  await page.getByRole('tab', { name: 'Operation log' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Edit conflict' }).first()).toBeVisible()
})

test('who may only read finds no form of new things behind its address, and cannot type into what cannot be saved', async ({
  page,
}) => {
  const admin = await sharedSession()
  const { person } = await makePerson(admin, {
    permissions: ['device:view', 'agent:view', 'account:view', 'role:view', 'product:view'],
  })
  await enter(page, '/user/user-detail/new', person)
  for (const address of [
    '/user/user-detail/new',
    '/user/role-detail/new',
    '/distributor/distributor-detail/new',
    '/product/product-create',
  ]) {
    await page.goto(`/#${address}`)
    await expect(page.getByRole('main').getByText('No permission')).toBeVisible()
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  }
  const [agent] = (await admin.call(api.agentList)).list
  for (const address of [
    `/distributor/distributor-detail/${agent?.agent_id}`,
    `/user/user-detail/${person.user.uid}`,
    '/product/product-detail/r290-monobloc?tab=basics',
  ]) {
    await page.goto(`/#${address}`)
    // The screen before stands until the next one is loaded; its fields are disabled, too.
    await page.reload()
    const fields = page.getByRole('main').locator('form :is(input, textarea, [role=combobox])')
    await expect(fields.first()).toBeVisible()
    for (const field of await fields.all()) await expect(field).toBeDisabled()
  }
})
