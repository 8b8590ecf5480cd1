import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HELPER_NICENESS, yieldHelpers } from './helper-threads.ts'

/** proc(5): the niceness is the 19th field of a thread's `stat`; its name, the second, may hold spaces. */
const threads = () =>
  readdirSync('/proc/self/task').map((id) => {
    const [, rest = ''] = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(/\) (.*)/s)
    return {
      name: readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim(),
      niceness: Number(rest.split(' ')[16]),
    }
  })

test.runIf(process.platform === 'linux')('helpers of the engine yield, the thread that answers does not', () => {
  const before = threads().filter(({ name }) => name !== 'V8Worker')
  const helpers = yieldHelpers()
  expect(helpers).toBeGreaterThan(0)
  const after = threads()
  const yielding = after.filter(({ name }) => name === 'V8Worker')
  expect(yielding.map(({ niceness }) => niceness)).toEqual(Array.from({ length: helpers }, () => HELPER_NICENESS))
  expect(after.filter(({ name }) => name !== 'V8Worker').map(({ niceness }) => niceness)).toEqual(
    before.map(({ niceness }) => niceness),
  )
})
