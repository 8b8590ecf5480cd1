/** A node of a permission tree: a permission if it has a `right`, else a group. */
export type CheckNode = {
  key: string
  title: string
  /** One-line description. */
  hint?: string
  right?: string
  /** Affects other organisations, other accounts' access, or personal data. */
  dangerous?: boolean
  children: readonly CheckNode[]
}

export type CheckState = 'all' | 'some' | 'none'

/** Dependencies and locks of permissions. */
export type CheckRules = {
  requires: (right: string) => readonly string[]
  /** Permissions that must not change, e.g. because the viewer does not hold them. */
  locked: (right: string) => boolean
}

/** Result of a toggle: checked permissions, and those that changed in addition. */
export type Toggled = { checked: ReadonlySet<string>; also_added: string[]; also_removed: string[] }

/** All permissions of a node and its descendants, without duplicates. */
export const rightsOf = (nodes: readonly CheckNode[]): string[] => [
  ...new Set(nodes.flatMap((node) => [...(node.right === undefined ? [] : [node.right]), ...rightsOf(node.children)])),
]

/** Whether all, some or none of a node's permissions are checked. */
export const checkState = (node: CheckNode, checked: ReadonlySet<string>): CheckState => {
  const rights = rightsOf([node])
  const count = rights.filter((right) => checked.has(right)).length
  return count === 0 ? 'none' : count === rights.length ? 'all' : 'some'
}

/**
 * Checks all permissions of a node and those they require; when all unlocked ones are checked already, unchecks them
 * and those that require them. `all` = the permissions of the whole tree. One that could change only together with a
 * locked one stays.
 */
export const toggle = (
  nodes: readonly CheckNode[],
  all: readonly string[],
  checked: ReadonlySet<string>,
  rules: CheckRules,
): Toggled => {
  const own = rightsOf(nodes)
  const addable = own.filter((right) => !checked.has(right) && canAdd(right, checked, rules))
  return addable.length > 0 ? add(addable, own, all, checked, rules) : remove(own, all, checked, rules)
}

/** A permission with all it requires, transitively. */
const withRequired = (right: string, rules: CheckRules, visited: Set<string> = new Set()): Set<string> => {
  if (visited.has(right)) return visited
  visited.add(right)
  for (const required of rules.requires(right)) withRequired(required, rules, visited)
  return visited
}

const canAdd = (right: string, checked: ReadonlySet<string>, rules: CheckRules): boolean =>
  [...withRequired(right, rules)].every((one) => checked.has(one) || !rules.locked(one))

const add = (
  rights: readonly string[],
  own: readonly string[],
  all: readonly string[],
  checked: ReadonlySet<string>,
  rules: CheckRules,
): Toggled => {
  const next = new Set(checked)
  for (const right of rights) for (const one of withRequired(right, rules)) next.add(one)
  return { checked: inOrder(next, all), also_added: gained(next, checked, own), also_removed: [] }
}

const remove = (
  own: readonly string[],
  all: readonly string[],
  checked: ReadonlySet<string>,
  rules: CheckRules,
): Toggled => {
  const next = new Set(checked)
  for (const right of own) {
    if (rules.locked(right)) continue
    const dependents = [...checked].filter((one) => withRequired(one, rules).has(right))
    if (dependents.some((one) => rules.locked(one))) continue
    for (const one of dependents) next.delete(one)
  }
  return { checked: inOrder(next, all), also_added: [], also_removed: gained(checked, next, own) }
}

/** Permissions of the larger set that are neither in the smaller nor toggled directly. */
const gained = (larger: ReadonlySet<string>, smaller: ReadonlySet<string>, own: readonly string[]): string[] =>
  [...larger].filter((right) => !smaller.has(right) && !own.includes(right))

/** Canonical order, so that equal selections are equal lists; permissions outside the tree are kept at the end. */
const inOrder = (rights: ReadonlySet<string>, all: readonly string[]): ReadonlySet<string> =>
  new Set([...all.filter((right) => rights.has(right)), ...rights])

/** Permissions added to and removed from the base. */
export const differences = (
  checked: ReadonlySet<string>,
  base: ReadonlySet<string>,
): { added: string[]; removed: string[] } => ({
  added: [...checked].filter((right) => !base.has(right)),
  removed: [...base].filter((right) => !checked.has(right)),
})

/** One visible row: level from 1, and whether it is expanded (undefined = a leaf). */
export type CheckTreeRow = { node: CheckNode; level: number; open: boolean | undefined; at: number; of: number }

/**
 * The visible rows. A search shows nodes whose title, description or permission matches, with their ancestors and
 * descendants; `only` shows just these permissions and their ancestors. Both expand everything they show.
 */
export const checkTreeRows = (
  nodes: readonly CheckNode[],
  folded: ReadonlySet<string>,
  search: string,
  only: ReadonlySet<string> | null,
): CheckTreeRow[] => {
  const search_text = search.trim().toLocaleLowerCase()
  const narrowed = search_text !== '' || only !== null
  const walk = (list: readonly CheckNode[], level: number, found: boolean): CheckTreeRow[] =>
    list.flatMap((node, index) => {
      const here = found || holds(node, search_text)
      const below = walk(node.children, level + 1, here)
      const self = node.right !== undefined && here && (only === null || only.has(node.right))
      const group = node.right === undefined && here && only === null
      if (below.length === 0 && !self && !group) return []
      const open = node.children.length === 0 ? undefined : narrowed || !folded.has(node.key)
      return [{ node, level, open, at: index + 1, of: list.length }, ...(open === false ? [] : below)]
    })
  return walk(nodes, 1, search_text === '')
}

const holds = ({ title, hint = '', right = '' }: CheckNode, search_text: string): boolean =>
  [title, hint, right].some((text) => text.toLocaleLowerCase().includes(search_text))
