import { api } from '@heatfleet/contract/api.ts'
import { DEFAULT_PREFERENCES, NOTIFICATION_KINDS, type PreferencesChange } from '@heatfleet/contract/preferences.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'

const { database, console_ } = useFleetConsole()
beforeEach(async () => {
  const { db } = database
  const of_others = JSON.stringify({ quiet_hours: { on: true, from: '01:00', to: '02:00' } })
  await db.updateTable('accounts').set({ preferences: of_others }).where('user_name', '<>', 'city_a1').execute()
  await db.updateTable('accounts').set({ preferences: '{}' }).where('user_name', '=', 'city_a1').execute()
})

const change = async (body: PreferencesChange) =>
  (await console_.signIn('city_a1')).call(api.editPreferences, { body: body as never })
const kept = async () => (await (await console_.signIn('city_a1')).call(api.ownProfile)).preferences
const { quiet_hours, notifications } = DEFAULT_PREFERENCES

describe('what one browser changes while another holds what was before', () => {
  it.each<[string, PreferencesChange, PreferencesChange, object]>([
    ['one looks and the other', { theme: 'dark' }, { density: 'roomy' }, { theme: 'dark', density: 'roomy' }],
    [
      'both ends of the night',
      { quiet_hours: { from: '23:30' } },
      { quiet_hours: { to: '06:30' } },
      { quiet_hours: { ...quiet_hours, from: '23:30', to: '06:30' } },
    ],
    [
      'two kinds of notices',
      { notifications: { export: { in_app: false } } },
      { notifications: { account: { in_app: false } } },
      {
        notifications: {
          ...notifications,
          export: { ...notifications.export, in_app: false },
          account: { ...notifications.account, in_app: false },
        },
      },
    ],
    [
      'two sides of one kind',
      { notifications: { alarm: { in_app: false } } },
      { notifications: { alarm: { least: 'critical' } } },
      { notifications: { ...notifications, alarm: { ...notifications.alarm, in_app: false, least: 'critical' } } },
    ],
    ['the same', { home: '/a' }, { home: '/b' }, { home: '/b' }],
  ])('%s: both are kept', async (_, one, other, expected) => {
    await change(one)
    expect(await change(other)).toEqual({ ...DEFAULT_PREFERENCES, ...expected })
    expect(await kept()).toEqual({ ...DEFAULT_PREFERENCES, ...expected })
  })

  it('at one moment, each of another preference: all are kept', async () => {
    const { call } = await console_.signIn('city_a1')
    for (const in_app of [false, true, false]) {
      await Promise.all(
        NOTIFICATION_KINDS.map((kind) =>
          call(api.editPreferences, { body: { notifications: { [kind]: { in_app } } } }),
        ),
      )
      const enabled = Object.values((await kept()).notifications).map((preference) => preference.in_app)
      expect(enabled).toEqual(Array(NOTIFICATION_KINDS.length).fill(in_app))
    }
  })
})

it.each([
  ['an hour that is none', { quiet_hours: { from: '25:00' } }, 'quiet_hours.from'],
  ['an invalid preference', { notifications: { alarm: { least: 'dire' } } }, 'notifications.alarm.least'],
  ['a kind that is none', { notifications: { weather: { in_app: true } } }, 'notifications.weather'],
])('%s is refused at its field', async (_, body, field) => {
  await expect(change(body as never)).rejects.toMatchObject({ code: 'invalid_input', field })
})
