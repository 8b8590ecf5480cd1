import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startTestCluster } from '../../server/test/test-cluster.ts'
import { askMatrix, judge, nameOf, VERDICTS, type Verdict } from './judge.ts'
import { copyTree, findHoles, type Hole } from './seeded-tree.ts'

/**
 * `npm run holes [-- --every 20] [--from 3] [--only text] [--list]`: makes each hole in turn in a copy of the tree and
 * asks the access matrix, then the tests beside it. Every hole must be caught; one that is harmless stands, with its
 * reason, in harmless.ts. `--every n` takes each n-th hole: the sample of `npm test`, which wants a `--report`.
 */
const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
})
const every = Number(values.every)
const from = Number(values.from)
if (!Number.isInteger(every) || every < 1 || !Number.isInteger(from) || from < 0) {
  console.error('usage: npm run holes [-- --every n] [--from n] [--only text] [--list] [--report file]')
  process.exit(2)
}
/** How many holes are tried at a time: one for each core of a small machine. */
const AT_ONCE = 2

const holes = findHoles()
  .filter((hole) => `${hole.kind}: ${nameOf(hole)}`.includes(values.only))
  .filter((_, at) => at >= from && (at - from) % every === 0)
if (values.list) {
  for (const hole of holes) console.log(`${hole.kind}: ${nameOf(hole)}`)
  console.log(`${holes.length} holes`)
  process.exit(0)
}

const cluster = await startTestCluster()
const counts = new Map<Verdict, number>(VERDICTS.map((verdict) => [verdict, 0]))
const countOf = (verdict: Verdict): number => counts.get(verdict) ?? 0
const failures: string[] = []
const seconds: number[] = []

const work = async (queue: Hole[], worker: number): Promise<void> => {
  const tree = copyTree()
  try {
    for (let hole = queue.shift(); hole !== undefined; hole = queue.shift()) {
      const began = performance.now()
      const { verdict, cell } = await judge(cluster, tree, hole, `hole_${worker}`)
      seconds.push((performance.now() - began) / 1000)
      counts.set(verdict, countOf(verdict) + 1)
      const line = `${hole.kind}: ${nameOf(hole)}`
      if (verdict === 'survived') failures.push(line)
      console.log(
        `${verdict.padEnd(26)} ${(seconds.at(-1) ?? 0).toFixed(1).padStart(6)} s  ${line}${cell === '' ? '' : `\n${' '.repeat(37)}${cell}`}`,
      )
    }
  } finally {
    tree.remove()
  }
}

// Without a hole everything is right, else nothing that follows means anything.
const whole = copyTree()
const { is, cell } = await askMatrix(cluster, whole, 'hole_none', ['--only', 'deviceList,roleList'])
whole.remove()
if (is !== 'right') {
  failures.push(`the access matrix is wrong on the tree as it is: ${cell}`)
  console.error(`The access matrix is wrong on the tree as it is: ${cell}`)
} else {
  const queue = [...holes]
  await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => work(queue, worker)))
}
await cluster.stop()
const caught = holes.length - countOf('survived') - countOf('harmless')
const note = `${holes.length} holes tried, ${caught} caught, ${countOf('harmless')} harmless, ${countOf('survived')} survived`
console.log(VERDICTS.map((verdict) => `${countOf(verdict)} ${verdict}`).join(', '))
console.log(note)
for (const name of failures) console.log(`  survived: ${name}`)
if (values.report !== undefined)
  writeFileSync(
    values.report,
    JSON.stringify({ passed: holes.length - failures.length, failed: failures.length, failures, note }),
  )
process.exitCode = failures.length === 0 ? 0 : 1
