import { makeToken } from '../../src/features/session/public.ts'
import { PERSONS } from './people.ts'
import { type AccessStage, type Subject, subjectOf } from './stage.ts'

/** A saved report of each person, without a schedule. */
export const analysisReportsOf = async ({ fleet, database: { db } }: AccessStage): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const owner of PERSONS) {
    const report_id = await addReport(db, fleet.accounts[owner], makeToken().slice(0, 8))
    subjects.push(subjectOf({ id: report_id, label: `report of ${owner}`, owner }))
  }
  return subjects
}

/** A report that is read and never made. */
export const addReport = async (
  db: AccessStage['database']['db'],
  uid: number,
  report_name: string,
): Promise<number> => {
  const { report_id } = await db
    .insertInto('analysis_reports')
    .values({
      uid,
      report_name,
      figures: ['funnel'],
      cohorts: '[{}]',
      period: 'last_30',
      language: 'en',
      time_zone: 'UTC',
      schedule: 'none',
      at_hour: 7,
      weekday: 1,
      month_day: 1,
      recipients: [],
      next_run_at: null,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .returning('report_id')
    .executeTakeFirstOrThrow()
  return report_id
}
