import { describe, expect, it } from 'vitest'
import {
  type CheckNode,
  type CheckRules,
  checkState,
  checkTreeRows,
  differences,
  rightsOf,
  toggle,
} from './check-tree-state.ts'

const leaf = (right: string, title = right): CheckNode => ({ key: right, right, title, children: [] })
const device: CheckNode = {
  key: 'device',
  title: 'Devices',
  children: [leaf('device:view'), leaf('device:edit'), leaf('device:control'), leaf('device:installer')],
}
const product: CheckNode = { key: 'product', title: 'Products', children: [leaf('product:view', 'See products')] }
const field: CheckNode = { key: 'field', title: 'Fields', children: [leaf('pii:view', 'Personal data')] }
const tree = [device, product, field]
const all = rightsOf(tree)

const REQUIRES: Record<string, readonly string[]> = {
  'device:edit': ['device:view'],
  'device:control': ['device:view'],
  'device:installer': ['device:control'],
}
const rules = (...locked: string[]): CheckRules => ({
  requires: (right) => REQUIRES[right] ?? [],
  locked: (right) => locked.includes(right),
})
const press = (node: CheckNode, checked: string[], ...locked: string[]) => {
  const after = toggle([node], all, new Set(checked), rules(...locked))
  return { ...after, checked: [...after.checked] }
}
const DEVICE = ['device:view', 'device:edit', 'device:control', 'device:installer']

describe('the state of a node', () => {
  it.each([
    [[], 'none'],
    [['product:view'], 'none'],
    [['device:view'], 'some'],
    [DEVICE, 'all'],
  ] as const)('with %j is %s', (checked, state) => {
    expect(checkState(device, new Set(checked))).toBe(state)
  })
})

describe('checking a permission', () => {
  it('checks only it when it requires nothing', () => {
    expect(press(leaf('product:view'), [])).toEqual({ checked: ['product:view'], also_added: [], also_removed: [] })
  })

  it('checks and reports what it requires, transitively', () => {
    expect(press(leaf('device:installer'), [])).toEqual({
      checked: ['device:view', 'device:control', 'device:installer'],
      also_added: ['device:control', 'device:view'],
      also_removed: [],
    })
  })

  it('reports nothing when what it requires is checked already', () => {
    expect(press(leaf('device:control'), ['device:view']).also_added).toEqual([])
  })

  it('checks the rest of a group that is partly checked', () => {
    const { checked, also_added } = press(device, ['device:edit', 'device:view'])
    expect(checked).toEqual(DEVICE)
    expect(also_added).toEqual([])
  })

  it('returns the same list in any order of clicks', () => {
    const one = press(leaf('device:view'), ['product:view']).checked
    expect(press(leaf('product:view'), ['device:view']).checked).toEqual(one)
  })

  it('keeps permissions that are not in the tree', () => {
    expect(press(leaf('product:view'), ['future:right']).checked).toEqual(['product:view', 'future:right'])
  })
})

describe('unchecking a permission', () => {
  it('unchecks and reports what requires it, transitively', () => {
    expect(press(leaf('device:view'), [...DEVICE, 'product:view'])).toEqual({
      checked: ['product:view'],
      also_added: [],
      also_removed: ['device:edit', 'device:control', 'device:installer'],
    })
  })

  it('keeps what it required', () => {
    expect(press(leaf('device:control'), ['device:view', 'device:control']).checked).toEqual(['device:view'])
  })

  it('unchecks a whole group when all of it is checked', () => {
    expect(press(device, [...DEVICE, 'pii:view']).checked).toEqual(['pii:view'])
  })
})

describe('a locked permission', () => {
  it('stays unchecked', () => {
    expect(press(leaf('pii:view'), [], 'pii:view').checked).toEqual([])
  })

  it('stays checked', () => {
    expect(press(leaf('pii:view'), ['pii:view'], 'pii:view').checked).toEqual(['pii:view'])
  })

  it('keeps permissions that require it unchecked', () => {
    expect(press(leaf('device:installer'), ['device:view'], 'device:control').checked).toEqual(['device:view'])
  })

  it('does not block what requires it once it is checked', () => {
    expect(press(leaf('device:control'), ['device:view'], 'device:view').checked).toEqual([
      'device:view',
      'device:control',
    ])
  })

  it('keeps what it requires checked', () => {
    expect(press(leaf('device:view'), ['device:view', 'device:control'], 'device:control').checked).toEqual([
      'device:view',
      'device:control',
    ])
  })

  it('is skipped in its group, which unchecks when nothing more can be checked', () => {
    expect(press(device, [], 'device:installer').checked).toEqual(['device:view', 'device:edit', 'device:control'])
    expect(press(device, ['device:view', 'device:edit', 'device:control'], 'device:installer').checked).toEqual([])
  })
})

describe('permissions that require each other', () => {
  it('change together without an endless loop', () => {
    const ring: CheckRules = { requires: (right) => (right === 'a' ? ['b'] : ['a']), locked: () => false }
    expect([...toggle([leaf('a')], ['a', 'b'], new Set(), ring).checked]).toEqual(['a', 'b'])
    expect([...toggle([leaf('b')], ['a', 'b'], new Set(['a', 'b']), ring).checked]).toEqual([])
  })
})

describe('differences', () => {
  it('are added and removed permissions', () => {
    expect(differences(new Set(['a', 'b']), new Set(['b', 'c']))).toEqual({ added: ['a'], removed: ['c'] })
  })
})

describe('visible rows', () => {
  const shown = (folded: string[], search = '', only: string[] | null = null) =>
    checkTreeRows(tree, new Set(folded), search, only === null ? null : new Set(only)).map(
      ({ node, level }) => `${level} ${node.key}`,
    )

  it('exclude the descendants of collapsed nodes', () => {
    expect(shown(['device', 'field'])).toEqual(['1 device', '1 product', '2 product:view', '1 field'])
  })

  it('include matches of title or permission with their ancestors, collapsed or not', () => {
    expect(shown(['device'], 'installer')).toEqual(['1 device', '2 device:installer'])
    expect(shown([], 'PERSONAL')).toEqual(['1 field', '2 pii:view'])
    expect(shown([], 'nothing')).toEqual([])
  })

  it('include everything below a matching group', () => {
    expect(shown([], 'Devices')).toHaveLength(5)
  })

  it('include only differences and their ancestors', () => {
    expect(shown(['product'], '', ['product:view'])).toEqual(['1 product', '2 product:view'])
    expect(shown([], '', [])).toEqual([])
    expect(shown([], 'products', ['device:view'])).toEqual([])
  })
})
