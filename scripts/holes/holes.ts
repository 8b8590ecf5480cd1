import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../run-command.ts'
import { HARMLESS } from './harmless.ts'
import { copyTree, findHoles, type Hole, type SeededTree } from './seeded-tree.ts'

/**
 * `npm run holes [-- --every 20] [--only text]`: makes each hole in turn in a copy of the tree and runs the access matrix
 * over it, then the tests of the feature it is in. Every hole must be caught; one that is harmless stands, with its
 * reason, in harmless.ts. `--every n` takes each n-th hole: the sample of `npm test`.
 */
const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    only: { type: 'string' },
  },
})
const every = Number(values.every)
const from = Number(values.from)
if (!Number.isInteger(every) || every < 1 || !Number.isInteger(from) || from < 0) {
  console.error('usage: npm run holes [-- --every n] [--from n] [--only text]')
  process.exit(2)
}

/** The matrix of calls, and that of what sockets are pushed. */
const MATRIX = ['server/src/access']
/** How many holes are tried at a time: one for each core of a small machine. */
const AT_ONCE = 2

type Verdict = 'caught by the matrix' | 'caught by tests of its feature' | 'harmless' | 'survived'

const nameOf = ({ file, line, was }: Hole): string => `${file}:${line} ${was.split('\n')[0]}`

const isHarmless = (hole: Hole): boolean =>
  HARMLESS.some(({ file, was }) => hole.file === file && hole.was.includes(was))

/** True when the tests stay green: nobody saw the hole. A hole that does not even load counts as seen. */
const isUnseen = async (tree: SeededTree, filters: readonly string[]): Promise<boolean> => {
  const vitest = join(tree.folder, 'node_modules', '.bin', 'vitest')
  const { ok } = await runCommand([
    vitest,
    'run',
    '--root',
    tree.folder,
    '--project',
    'server',
    '--bail',
    '1',
    ...filters,
  ])
  return ok
}

/** Tests beside the hole: those of its feature, or of its folder. */
const companionsOf = (hole: Hole): string[] =>
  hole.file.startsWith('server/') ? [`${dirname(hole.file)}/`] : ['server/src/features/', 'server/src/transports/']

const judge = async (tree: SeededTree, hole: Hole): Promise<Verdict> => {
  tree.make(hole)
  try {
    if (!(await isUnseen(tree, MATRIX))) return 'caught by the matrix'
    if (!(await isUnseen(tree, companionsOf(hole)))) return 'caught by tests of its feature'
    return isHarmless(hole) ? 'harmless' : 'survived'
  } finally {
    tree.close(hole)
  }
}

const holes = findHoles()
  .filter((hole) => values.only === undefined || nameOf(hole).includes(values.only))
  .filter((_, at) => at >= from && (at - from) % every === 0)
const counts: Record<Verdict, number> = {
  'caught by the matrix': 0,
  'caught by tests of its feature': 0,
  harmless: 0,
  survived: 0,
}
const survivors: string[] = []

const work = async (queue: Hole[]): Promise<void> => {
  const tree = copyTree()
  if (!existsSync(join(tree.folder, 'server'))) throw new Error('The tree was not copied.')
  try {
    for (let hole = queue.shift(); hole !== undefined; hole = queue.shift()) {
      const verdict = await judge(tree, hole)
      counts[verdict] += 1
      if (verdict === 'survived') survivors.push(nameOf(hole))
      console.log(`${verdict.padEnd(30)} ${hole.kind}: ${nameOf(hole)}`)
    }
  } finally {
    tree.remove()
  }
}

// Without a hole the tests are green, else nothing that follows means anything.
const whole = copyTree()
const is_green = await isUnseen(whole, MATRIX)
whole.remove()
if (!is_green) {
  console.error('The access matrix fails on the tree as it is.')
  process.exit(1)
}
const queue = [...holes]
await Promise.all(Array.from({ length: AT_ONCE }, () => work(queue)))
const caught = counts['caught by the matrix'] + counts['caught by tests of its feature']
console.log(
  `${holes.length} holes tried, ${caught} caught (${counts['caught by the matrix']} by the matrix), ` +
    `${counts.harmless} harmless, ${counts.survived} survived`,
)
for (const name of survivors) console.log(`  survived: ${name}`)
process.exit(counts.survived === 0 ? 0 : 1)
