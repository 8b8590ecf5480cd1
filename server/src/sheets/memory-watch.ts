import { workerData } from 'node:worker_threads'

/** Thread of a reading process: kills the whole process as soon as it holds more memory than it may. */

/** Often enough that a buffer that grows at full speed exceeds the limit by some tens of megabytes only. */
const EVERY_MS = 20

const { max_bytes } = workerData as { max_bytes: number } // answer-sheet-work.ts starts it

setInterval(() => {
  if (process.memoryUsage.rss() > max_bytes) process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
