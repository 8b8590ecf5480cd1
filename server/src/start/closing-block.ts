/** What a person needs after the start. */
export type Started = {
  url: string
  log_in: string
  data_dir: string
  database: string
  mqtt: string
}

/** The calm block at the end of the start. */
export const closingBlock = (started: Started): string =>
  [
    '',
    '  Heatfleet is running',
    '',
    `  Console    ${started.url}`,
    `  Log in     ${started.log_in}`,
    `  Modules    ${started.mqtt}`,
    `  Data       ${started.data_dir}`,
    `  Database   ${started.database}`,
    '  Stop       Ctrl-C',
    '',
  ].join('\n')

/** The address to type into a browser on this machine: "every address" is shown as localhost. */
export const shownHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
