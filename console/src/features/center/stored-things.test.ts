import { expect, it } from 'vitest'
import { storedThings } from './stored-things.ts'

it('finds what lists keep for this person, and nothing else', () => {
  const keys = [
    'views.devices.7',
    'columns.devices.7',
    'views.devices.17',
    'theme',
    'UserInfo',
    'views.7',
    'columns..7',
  ]
  expect(storedThings(keys, 7)).toEqual([
    { key: 'views.devices.7', kind: 'views', list: 'devices' },
    { key: 'columns.devices.7', kind: 'columns', list: 'devices' },
  ])
})
