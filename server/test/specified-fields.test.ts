import { api } from '@heatfleet/contract/api.ts'
import { describe, expect, it } from 'vitest'
import { useFleetConsole } from './fleet-console.ts'
import { refusalOf } from './refusals.ts'

const { console_, fleet } = useFleetConsole()

/** What a client of the specification (section 3) knows to send; all else is ours and has a default (decision 0120). */
describe('the fields that the specification names are enough', () => {
  it('to add a register to a product, one name at a time', async () => {
    const { call } = await console_.signIn('admin')
    const register = { product_key: 'r290-monobloc', register_name: 'SPEC-1' }
    expect(await call(api.addRegister, { body: register })).toEqual({ added: 1 })
    expect(await refusalOf(call(api.addRegister, { body: register }))).toMatch(/^register_name_exists/)
    expect(await refusalOf(call(api.addRegister, { body: { product_key: 'r290-monobloc' } }))).toBe(
      'invalid_input register_name',
    )
    expect(await call(api.listRegister)).toContainEqual(expect.objectContaining(register))
    expect(await call(api.deleteRegister, { query: register })).toEqual({ device_count: 0 })
  })

  it('to make a role by its name and change it, with the reach of who makes it', async () => {
    const admin = (await console_.signIn('admin')).call
    const role = await admin(api.createRole, { body: { role_name: 'Spec desk', permissions: ['device:view'] } })
    expect(role).toMatchObject({ level: 'manufacturer', data_scope: 'all', permissions: ['device:view'] })
    const city = (await console_.signIn('province_a')).call
    const theirs = await city(api.createRole, { body: { role_name: 'Spec desk of A' } })
    expect(theirs).toMatchObject({ level: 'distributor', data_scope: 'subtree', permissions: [] })
    const narrow = await admin(api.createRole, {
      body: { role_name: 'Spec narrow', permissions: [], level: 'distributor', data_scope: 'own_agent' },
    })
    const body = { role_name: 'Spec narrower', permissions: ['device:view' as const, 'alarm:view' as const] }
    const edited = await admin(api.editRole, { params: { id: narrow.role_id }, body })
    expect(edited).toMatchObject({ ...body, level: 'distributor', data_scope: 'own_agent' })
    expect(await refusalOf(admin(api.createRole, { body: { role_name: 'Spec wrong', data_scope: 'subtree' } }))).toBe(
      'invalid_input data_scope',
    )
  })

  it('to make an account in the own organisation and change one field of it', async () => {
    const admin = (await console_.signIn('admin')).call
    const { roles, resource_groups } = await admin(api.accountGrantable)
    const role = (name: string) => roles.find(({ role_name }) => role_name === name)?.role_id ?? 0
    const resource_group_id = resource_groups.find(({ whole_fleet }) => whole_fleet)?.resource_group_id ?? 0
    const draft = {
      user_name: 'spec_user',
      nick_name: 'Spec',
      email: 'spec@example.com',
      gender: 'male' as const,
      company: 'Spec Ltd',
      password: 'Quiet-Pump-77',
      resource_group_id,
    }
    const made = await admin(api.accountCreate, { body: { ...draft, role_id: role('Manufacturer staff') } })
    expect(made).toMatchObject({ agent_id: null, company: 'Spec Ltd' })
    const province = (await console_.signIn('province_a')).call
    const theirs = await province(api.addUser, {
      body: { ...draft, user_name: 'spec_city', role_id: role('City agent') },
    })
    expect(theirs.agent_id).toBe(fleet.distributors.A.agent_id)
    const ended = { valid_until: '2099-01-01T00:00:00.000Z', remark: 'until the end' }
    await admin(api.accountEdit, { params: { id: made.uid }, body: ended })
    const renamed = await admin(api.accountEdit, { params: { id: made.uid }, body: { nick_name: 'Other' } })
    expect(renamed).toMatchObject({ ...ended, nick_name: 'Other', company: 'Spec Ltd', email: 'spec@example.com' })
    const older = await province(api.updateUser, { body: { uid: theirs.uid, phone: '13900000000' } })
    expect(older).toMatchObject({ phone: '13***00', agent_id: fleet.distributors.A.agent_id, company: 'Spec Ltd' })
  })

  it('to change a distributor', async () => {
    const { call } = await console_.signIn('admin')
    const { agent_id, agent_name, region_code } = await call(api.agentInfo, {
      params: { id: fleet.distributors.A1.agent_id },
    })
    const edit = { agent_name, region_code, phone: '13800138000', remark: 'by a client of the specification' }
    expect(await call(api.updateAgent, { params: { id: agent_id }, body: edit })).toMatchObject({ remark: edit.remark })
  })
})

/** Product 4.2: a missing right is an error that names it, so that a person knows what to ask for. */
it('a refusal for a missing right names the right', async () => {
  const { call } = await console_.signIn('auditor')
  const register = { product_key: 'r290-monobloc', register_name: 'SPEC-2' }
  expect(await refusalOf(call(api.addRegister, { body: register }), 'permission')).toBe(
    'no_permission product:register-edit',
  )
})
