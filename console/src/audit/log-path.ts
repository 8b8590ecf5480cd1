/** The audit log with a filter of its own address: `logPath({ request_id })`. */
export const logPath = (filter: Readonly<Record<string, string>>): string =>
  `/user/audit-log?${new URLSearchParams(filter).toString()}`
