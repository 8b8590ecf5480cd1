import { expect, it } from 'vitest'
import { findTagFault } from './tag.ts'

it.each([
  ['without tags', [], null],
  ['with its own tag', ['v0.1.0'], null],
  ['with its own tag beside others', ['v0.1.0-rc.1', 'v0.1.0', 'demo'], null],
  ['with tags that are no versions', ['demo', 'v-next'], null],
  ['with the tag of another version', ['demo', 'v0.2.0'], 'tagged v0.2.0'],
  ['with the tag of a candidate alone', ['v0.1.0-rc.1'], 'tagged v0.1.0-rc.1'],
])('a commit %s', (_, tags, fault) => {
  const found = findTagFault('0.1.0', tags)
  if (fault === null) expect(found).toBeNull()
  else expect(found).toContain(fault)
})
