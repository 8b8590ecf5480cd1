import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { swapIn } from '../src/start/console-build.ts'

/** Puts a build in place in each round, as a start does, and says why it could not (null = it could). */
const { round, made, folder, stamp } = z
  .object({ round: z.instanceof(Int32Array), made: z.string(), folder: z.string(), stamp: z.string() })
  .parse(workerData)
for (let next = 1; ; next += 1) {
  while (Atomics.load(round, 0) < next) Atomics.wait(round, 0, next - 1)
  let reason: string | null = null
  try {
    swapIn(made, folder, stamp)
  } catch (error) {
    reason = String(error)
  }
  parentPort?.postMessage(reason)
}
