import { workerData } from 'node:worker_threads'

/** Thread of a reading process: ends the whole process as soon as it takes more memory or time than it may. */

/** Often enough that a buffer that grows at full speed exceeds the limit by some tens of megabytes only. */
const EVERY_MS = 20

const { max_bytes, max_cpu_ms } = workerData as ProcessBounds // answer-sheet-work.ts starts it

setInterval(() => {
  if (process.memoryUsage.rss() > max_bytes) process.kill(process.pid, 'SIGKILL')
  const { user, system } = process.cpuUsage()
  if ((user + system) / 1_000 > max_cpu_ms) process.kill(process.pid, 'SIGTERM')
}, EVERY_MS)

/** Memory (bytes) and processor time (ms) of a reading process: a busy machine makes neither larger. */
export type ProcessBounds = { max_bytes: number; max_cpu_ms: number }
