import { z } from 'zod'
import type { Tasks } from '../../platform/jobs.ts'
import { RUN_TASK, type RunDeps, runReport, startDueRuns } from './run-report.ts'

const Payload = z.object({ run_id: z.number().int() })

/** Background work of saved reports: what is due begins by the minute. */
export const analysisReportTasks = (deps: RunDeps) =>
  ({
    [RUN_TASK]: { run: (payload, signal) => runReport(deps, Payload.parse(payload).run_id, signal) },
    'analysis-reports-due': {
      crontab: '* * * * *',
      run: async () => {
        await startDueRuns(deps)
      },
    },
  }) satisfies Tasks
