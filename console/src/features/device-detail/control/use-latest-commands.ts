import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../../cloud/call.ts'

const LISTED_MAX = 20

/** The newest commands to a device by any account. */
export const useLatestCommands = (mac: string, enabled = true) =>
  useRead(
    api.controlLog,
    { query: { pageNo: 1, size: LISTED_MAX }, body: { macs: [mac] } },
    { placeholder: 'keep', enabled },
  )
