/** Values of the start banner. */
type Started = {
  url: string
  log_in: string
  data_dir: string
  database: string
  mqtt: string
}

/** The banner at the end of the start. */
export const consoleBanner = (started: Started): string =>
  [
    '',
    '  Heatfleet is running',
    '',
    `  Console    ${started.url}`,
    `  Sign in    ${started.log_in}`,
    `  Modules    ${started.mqtt}`,
    `  Data       ${started.data_dir}`,
    `  Database   ${started.database}`,
    '  Stop       Ctrl-C',
    '',
  ].join('\n')

/** The address to type into a browser on this machine: "every address" is shown as localhost. */
export const browserHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return boundHost(host)
}

/** The address of a listener as it is bound: IPv6 has brackets before a port. */
export const boundHost = (host: string): string => (host.includes(':') ? `[${host}]` : host)
