import { api } from '@heatfleet/contract/api.ts'
import { call } from '../../cloud/call.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Fetches the PDF of a run and saves it. */
export const useReportFile =
  () =>
  async (report_id: number, run_id: number): Promise<void> => {
    const file = await call(api.analysisReportFile, { params: { id: report_id }, query: { run_id } })
    saveFile(file.file_name, file.blob)
  }
