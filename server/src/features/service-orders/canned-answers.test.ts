import { api } from '@heatfleet/contract/api.ts'
import { fillCannedAnswer } from '@heatfleet/contract/service-orders/canned-answers.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf, refusalOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const { as, database, fleet } = useFleetConsole()
const draft = { language: 'en' as const, title: 'Restart', text: 'Please switch {{device}} off and on, {{ person }}.' }
const create = async (account: SmallAccount, more: Partial<typeof draft> = {}) =>
  (await as(account))(api.cannedAnswerCreate, { body: { ...draft, ...more } })
const list = async (account: SmallAccount, body: object = {}) =>
  (await (await as(account))(api.cannedAnswerList, { body })).list

it('the answers of the own organisation and of those above are offered, those of others not', async () => {
  await create('admin', { title: 'Of all' })
  await create('province_a')
  await create('county_a11', { title: 'Of A11' })
  await create('province_b', { title: 'Of B' })
  const offered = async (account: SmallAccount) => (await list(account, { offered: true })).map(({ title }) => title)
  expect(await offered('county_a11')).toEqual(['Of A11', 'Of all', 'Restart'])
  expect(await offered('city_a1')).toEqual(['Of all', 'Restart'])
  expect(await offered('province_b')).toEqual(['Of all', 'Of B'])
  // What is kept below is listed, and not offered; who keeps one above is not said.
  expect(
    (await list('city_a1')).map(({ title, offered: one, lock, agent_name }) => [title, one, lock, agent_name]),
  ).toEqual([
    ['Of A11', false, null, 'A11'],
    ['Of all', true, 'not_own', ''],
    ['Restart', true, 'not_own', ''],
  ])
  expect((await list('county_a11', { search: 'SWITCH' })).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Restart']),
  )
})

it('is changed by its organisation and those above it, once at a time, and audited', async () => {
  const made = await create('city_a1', { title: 'To change' })
  const params = { id: made.canned_answer_id }
  const body = { ...draft, title: 'Changed', updated_at: made.updated_at }
  const edit = async (account: SmallAccount) => (await as(account))(api.cannedAnswerEdit, { params, body })
  expect(await codeOf(edit('county_a11'))).toBe('canned_answer_read_only')
  expect(await codeOf(edit('province_b'))).toBe('canned_answer_not_found')
  expect(await codeOf(edit('auditor'))).toBe('no_permission')
  expect(await edit('province_a')).toMatchObject({ title: 'Changed', updated_by: 'province_a' })
  expect(await codeOf(edit('city_a1'))).toBe('stale_edit')
  const [now] = (await list('province_a')).filter(({ canned_answer_id }) => canned_answer_id === params.id)
  await (await as('city_a1'))(api.cannedAnswerDelete, { params, query: { updated_at: now?.updated_at ?? '' } })
  const lines = await database.db
    .selectFrom('audit_log')
    .where('object', '=', `canned-answer ${params.id}`)
    .where('result', '=', 'ok')
    .select('action')
    .orderBy('audit_id')
    .execute()
  expect(lines.map(({ action }) => action)).toEqual(['cannedAnswerCreate', 'cannedAnswerEdit', 'cannedAnswerDelete'])
})

it('refuses a taken title, an unknown placeholder, and one more than an organisation may have', async () => {
  expect(await refusalOf(create('province_a', { title: 'restart' }))).toBe('canned_answer_taken title')
  expect(await create('province_a', { title: 'restart', language: 'pl' as 'en' })).toMatchObject({ language: 'pl' })
  expect(await refusalOf(create('province_a', { title: 'Other', text: 'Dear {{owner}}' }))).toContain('text')
  await database.db
    .insertInto('canned_answers')
    .values(
      Array.from({ length: ORDER_LIMITS.canned_max }, (_, at) => ({
        agent_id: fleet.distributors.A2.agent_id,
        language: 'zh' as const,
        title: `No. ${at}`,
        text: 'x',
        uid: null,
        updated_at: new Date(),
      })),
    )
    .execute()
  expect(await codeOf(create('city_a2'))).toBe('canned_answers_full')
})

it('placeholders are filled, others stay as they are written', () => {
  const values = { device: 'Villa', person: 'Anna', distributor: '' }
  expect(fillCannedAnswer('{{person}}: {{ device }} {{distributor}}{{x}}', values)).toBe('Anna: Villa {{x}}')
})
