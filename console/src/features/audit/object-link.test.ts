import { expect, it } from 'vitest'
import { objectPath } from './object-link.tsx'

it.each([
  ['device 863412060123455', '/device/device-detail/863412060123455'],
  ['role 3', '/user/role-detail/3'],
  ['resource-group 2', '/user/resource-groups?group=2'],
  ['device 1 2', null],
  ['session', null],
  ['export 4', null],
])('the object %s is at %s', (object, path) => {
  expect(objectPath(object)).toBe(path)
})
