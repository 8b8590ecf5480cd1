import { describe, expect, it } from 'vitest'
import {
  type CheckNode,
  type CheckRules,
  checkLines,
  checkState,
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

describe('checking a right', () => {
  it('checks it alone when it requires nothing', () => {
    expect(press(leaf('product:view'), [])).toEqual({ checked: ['product:view'], also_added: [], also_removed: [] })
  })

  it('checks what it requires, near and far, and tells so', () => {
    expect(press(leaf('device:installer'), [])).toEqual({
      checked: ['device:view', 'device:control', 'device:installer'],
      also_added: ['device:control', 'device:view'],
      also_removed: [],
    })
  })

  it('tells nothing when what it requires is checked already', () => {
    expect(press(leaf('device:control'), ['device:view']).also_added).toEqual([])
  })

  it('checks the rest of a group that is partly checked', () => {
    const { checked, also_added } = press(device, ['device:edit', 'device:view'])
    expect(checked).toEqual(DEVICE)
    expect(also_added).toEqual([])
  })

  it('gives the same list in whatever order it was chosen', () => {
    const one = press(leaf('device:view'), ['product:view']).checked
    expect(press(leaf('product:view'), ['device:view']).checked).toEqual(one)
  })

  it('keeps rights that the tree does not show', () => {
    expect(press(leaf('product:view'), ['future:right']).checked).toEqual(['product:view', 'future:right'])
  })
})

describe('unchecking a right', () => {
  it('unchecks what requires it, near and far, and tells so', () => {
    expect(press(leaf('device:view'), [...DEVICE, 'product:view'])).toEqual({
      checked: ['product:view'],
      also_added: [],
      also_removed: ['device:edit', 'device:control', 'device:installer'],
    })
  })

  it('leaves what it required', () => {
    expect(press(leaf('device:control'), ['device:view', 'device:control']).checked).toEqual(['device:view'])
  })

  it('unchecks a whole group when all of it is checked', () => {
    expect(press(device, [...DEVICE, 'pii:view']).checked).toEqual(['pii:view'])
  })
})

describe('a locked right', () => {
  it('stays unchecked', () => {
    expect(press(leaf('pii:view'), [], 'pii:view').checked).toEqual([])
  })

  it('stays checked', () => {
    expect(press(leaf('pii:view'), ['pii:view'], 'pii:view').checked).toEqual(['pii:view'])
  })

  it('holds back what requires it', () => {
    expect(press(leaf('device:installer'), ['device:view'], 'device:control').checked).toEqual(['device:view'])
  })

  it('does not hold back what requires it once it is checked', () => {
    expect(press(leaf('device:control'), ['device:view'], 'device:view').checked).toEqual([
      'device:view',
      'device:control',
    ])
  })

  it('keeps what it requires', () => {
    expect(press(leaf('device:view'), ['device:view', 'device:control'], 'device:control').checked).toEqual([
      'device:view',
      'device:control',
    ])
  })

  it('is passed over in its group, which unchecks when nothing more can be checked', () => {
    expect(press(device, [], 'device:installer').checked).toEqual(['device:view', 'device:edit', 'device:control'])
    expect(press(device, ['device:view', 'device:edit', 'device:control'], 'device:installer').checked).toEqual([])
  })
})

describe('rights that require each other', () => {
  it('go together and do not go round for ever', () => {
    const ring: CheckRules = { requires: (right) => (right === 'a' ? ['b'] : ['a']), locked: () => false }
    expect([...toggle([leaf('a')], ['a', 'b'], new Set(), ring).checked]).toEqual(['a', 'b'])
    expect([...toggle([leaf('b')], ['a', 'b'], new Set(['a', 'b']), ring).checked]).toEqual([])
  })
})

describe('differences', () => {
  it('are what came and what went', () => {
    expect(differences(new Set(['a', 'b']), new Set(['b', 'c']))).toEqual({ added: ['a'], removed: ['c'] })
  })
})

describe('the lines in view', () => {
  const shown = (folded: string[], search = '', only: string[] | null = null) =>
    checkLines(tree, new Set(folded), search, only === null ? null : new Set(only)).map(
      ({ node, level }) => `${level} ${node.key}`,
    )

  it('are all but those below what is folded', () => {
    expect(shown(['device', 'field'])).toEqual(['1 device', '1 product', '2 product:view', '1 field'])
  })

  it('hold what is searched in title or right, with what is above, folded or not', () => {
    expect(shown(['device'], 'installer')).toEqual(['1 device', '2 device:installer'])
    expect(shown([], 'PERSONAL')).toEqual(['1 field', '2 pii:view'])
    expect(shown([], 'nothing')).toEqual([])
  })

  it('hold everything below a group that was searched', () => {
    expect(shown([], 'Devices')).toHaveLength(5)
  })

  it('hold only the differences and what is above them', () => {
    expect(shown(['product'], '', ['product:view'])).toEqual(['1 product', '2 product:view'])
    expect(shown([], '', [])).toEqual([])
    expect(shown([], 'products', ['device:view'])).toEqual([])
  })
})
