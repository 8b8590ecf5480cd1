import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of the gateway process; each is documented by its help text on `/metrics`. */
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>

export const createGatewayMetrics = () => {
  const registry = new Registry()
  registry.setDefaultLabels({ process: 'gateway' })
  const registers = [registry]
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter<Label>({ name: `heatfleet_gateway_${name}`, help, labelNames, registers })
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name: `heatfleet_gateway_${name}`, help, buckets, registers })
  new Gauge({
    name: 'heatfleet_gateway_memory_bytes',
    help: 'Resident memory of the gateway process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Gauge({
    name: 'heatfleet_gateway_uptime_seconds',
    help: 'Time since the gateway process started.',
    registers,
    collect() {
      this.set(process.uptime())
    },
  })
  return {
    registry,
    connections: new Gauge({ name: 'heatfleet_gateway_connections', help: 'Modules connected.', registers }),
    queue: new Gauge({
      name: 'heatfleet_gateway_queue_reports',
      help: 'Reports waiting for the database.',
      registers,
    }),
    stored: counter('reports_stored_total', 'Reports stored and committed.'),
    reportsIntercepted: counter(
      'reports_off_line_total',
      'Reports intercepted on the socket before the broker (fast path).',
    ),
    reportsByBroker: counter(
      'reports_by_broker_total',
      'Block reports that passed through the embedded broker (slow path).',
    ),
    duplicates: counter('reports_duplicate_total', 'Duplicates of stored reports; acknowledged, not stored again.'),
    duplicateLookups: counter(
      'reports_looked_for_total',
      'Reports looked up in the history for duplicates before they were stored.',
    ),
    refusedReports: counter('reports_refused_total', 'Reports that can never be stored, by reason.', ['reason']),
    badClocks: counter('reports_clock_total', 'Reports stored under their arrival time, by reason.', ['reason']),
    refusedMessages: counter('messages_refused_total', 'Other messages that could not be read.', ['channel', 'reason']),
    refusedLogins: counter('logins_refused_total', 'Log-ins refused, by reason.', ['reason']),
    refusedPublishes: counter('publishes_refused_total', 'Publishes refused by the access rules, by reason.', [
      'reason',
    ]),
    refusedSubscriptions: counter('subscriptions_refused_total', 'Subscriptions to something not the module’s own.'),
    refusedConnections: counter('connections_refused_total', 'Connections refused or cut, by reason.', ['reason']),
    deadLetters: counter('dead_letters_total', 'Dead letters, by whether they were stored.', ['kept']),
    databaseRetries: counter('database_retries_total', 'Batches tried again because the database did not answer.'),
    controls: counter('controls_total', 'Moves of commands, by the state reached.', ['state']),
    batchReports: histogram(
      'batch_reports',
      'Reports in one transaction.',
      [1, 3, 10, 30, 100, 300, 1000, 3000, 10000],
    ),
    commitSeconds: histogram(
      'commit_seconds',
      'Time of one storing transaction.',
      [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    ),
    ackSeconds: histogram(
      'puback_seconds',
      'From the arrival of a report to its acknowledgement.',
      [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    ),
  }
}
