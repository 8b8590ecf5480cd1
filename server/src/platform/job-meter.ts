import { Counter, Gauge, type Registry } from 'prom-client'

/** How a job ended. */
export type JobResult = 'ok' | 'error'
/** Called when a job begins and ends. */
export type JobMeter = { began: (task: string) => void; ended: (task: string, result: JobResult) => void }

/** Counts jobs in the metrics of the console process, wherever they run. */
export const meterJobs = (metrics: Registry): JobMeter => {
  const ended = new Counter({
    name: 'heatfleet_jobs_total',
    help: 'Ended background jobs by task and result',
    labelNames: ['task', 'result'],
    registers: [metrics],
  })
  const running = new Gauge({
    name: 'heatfleet_jobs_running',
    help: 'Background jobs that run now, by task',
    labelNames: ['task'],
    registers: [metrics],
  })
  return {
    began: (task) => running.inc({ task }),
    ended: (task, result) => {
      ended.inc({ task, result })
      running.dec({ task })
    },
  }
}
