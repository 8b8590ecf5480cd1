import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { startOnboarding } from '../demo/onboard-households.ts'
import { prepareDemo } from '../demo/prepare.ts'
import { startCounterFolding } from '../features/devices/counter-folding.ts'
import { readBuiltInFaults } from '../features/faults/built-in.ts'
import { writeBuiltInFaults } from '../features/faults/store.ts'
import { beginFirstRun } from '../features/first-run/public.ts'
import { readBuiltInProduct } from '../features/products/built-in.ts'
import { createLayouts } from '../features/products/public.ts'
import { ensureProduct } from '../features/products/store-built-in.ts'
import { systemClock } from '../platform/clock.ts'
import { lockDataFolder, prepareDataFolder } from '../platform/data-folder.ts'
import { migrateJobs } from '../platform/jobs.ts'
import { readInstance, readSecretKey } from '../platform/keys.ts'
import { openLog } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { handOnNewest } from '../platform/newest-read.ts'
import { createHttp } from '../transports/http.ts'
import { listenForPush } from '../transports/push-port.ts'
import { createServices } from '../wiring.ts'
import { checkBackupSettings } from './backup-schedule.ts'
import { startBackups } from './backups.ts'
import { checkCertificates, readPushCertificate } from './certificates.ts'
import { checkPorts, ORPHANS_MAX_MS } from './check-ports.ts'
import { startCompaction } from './compaction-child.ts'
import { boundHost, browserHost, consoleBanner } from './console-banner.ts'
import { buildConsole } from './console-build.ts'
import { showProgress } from './demo-progress.ts'
import { startExporting } from './exporting-child.ts'
import { firmwareFolderOf, firmwareUrlOf } from './firmware-folder.ts'
import { ensureAdministrator } from './first-administrator.ts'
import { gatewayStart, startGateway } from './gateway-child.ts'
import { startHistoryGenerator } from './history-child.ts'
import { logInMessage } from './log-in-message.ts'
import { mqttAddresses } from './mqtt-addresses.ts'
import { openPool, startDatabase } from './open-database.ts'
import { createPlantedChannel } from './planted-channel.ts'
import { checkProductionSecrets } from './production-rules.ts'
import { watchReadiness } from './readiness.ts'
import { contextOf } from './run-context.ts'
import type { ShutdownStack } from './shutdown-stack.ts'
import { startSimulator } from './simulator-child.ts'
import { registerCompactionMetrics, watchDisk } from './storage-watch.ts'
import { writeBuiltInRoles } from './store-first-start.ts'
import { fillFlow } from './store-flow-temperature.ts'
import { assertSecretKey } from './store-secret-key.ts'
import { createVirtualFleetPlayer } from './virtual-fleet-child.ts'
import { leadVirtualFleet } from './virtual-fleet-lead.ts'

/** `start` = with the demo; `serve` = for customers; `dev` = as start, the console comes from vite. */
export type Mode = 'start' | 'serve' | 'dev'

/**
 * Starts the whole product in order; `shutdown` stops it in reverse order. `print` shows progress. Throws a SettingError for
 * errors that the user can correct.
 */
export const runProduct = async (
  mode: Mode,
  config: Config,
  shutdown: ShutdownStack,
  print: (line: string) => void,
): Promise<void> => {
  if (mode === 'serve') checkProductionSecrets(config)
  checkCertificates(config)
  checkBackupSettings(config)
  const data_dir = prepareDataFolder(config.HEATFLEET_DATA)
  enableCompileCache(join(data_dir, 'cache', 'code'))
  const lock = await shutdown.step(
    () => lockDataFolder(data_dir),
    (taken) => taken.unlock(),
  )
  await checkPorts(config, lock.after_crash ? ORPHANS_MAX_MS : 0)
  const { secret_key_hex, keep: keepSecretKey } = readSecretKey(config.HEATFLEET_SECRET_KEY, data_dir)
  const logs = (name: string): string => join(data_dir, 'logs', name)
  const log = openLog(logs('heatfleet.log'), config.HEATFLEET_LOG_LEVEL)

  const building = mode === 'dev' ? Promise.resolve(null) : buildConsole(data_dir, logs('console-build.log'), print)
  // Awaited below; until then its failure must not count as unhandled.
  building.catch(() => {})
  const engine = await shutdown.step(
    () => startDatabase(config, data_dir, print),
    (started) => started.stop(),
  )
  const database = await shutdown.step(
    () => openPool(engine.connection, log),
    (opened) => opened.close(),
  )
  const ran = await shutdown.step(() => migrate(database.pool))
  await shutdown.step(() => migrateJobs(database.pool))
  if (ran.length > 0) log.info({ ran }, 'migrated')
  await assertSecretKey(database.db, Buffer.from(secret_key_hex, 'hex'), keepSecretKey)
  await writeBuiltInRoles(database.db)
  const product = readBuiltInProduct()
  await ensureProduct(database.db, product, new Date(systemClock.now()))
  await writeBuiltInFaults(database.db, readBuiltInFaults(), new Date(systemClock.now()))
  const filled = await fillFlow(database.db, createLayouts({ database }))
  if (filled > 0) log.info({ filled }, 'flow temperatures of devices filled')
  const created = await ensureAdministrator(database.db, config.HEATFLEET_ADMIN_PASSWORD, mode === 'serve')
  if (created !== null && (mode === 'serve' || config.HEATFLEET_DEMO === 0))
    await beginFirstRun(database.db, new Date(systemClock.now()))
  const demo =
    mode === 'serve' || config.HEATFLEET_DEMO === 0
      ? null
      : await shutdown.step(() =>
          prepareDemo(
            { database, clock: systemClock },
            {
              config,
              data_dir,
              product,
              secret_key_hex,
              firmware_folder: firmwareFolderOf(config, data_dir),
              made: created,
            },
          ),
        )

  const gateway = await shutdown.step(
    () =>
      startGateway(
        gatewayStart(config, engine.connection, {
          secret_key_hex,
          instance: readInstance(data_dir),
          firmware_folder: firmwareFolderOf(config, data_dir),
          firmware_url: firmwareUrlOf(config, demo !== null),
          log_file: logs('gateway.log'),
        }),
        logs('gateway.out.log'),
        log,
      ),
    (started) => started.stop(),
  )
  await shutdown.step(
    () =>
      startCompaction(
        config,
        engine.connection,
        { log: logs('compaction.log'), output: logs('compaction.out.log') },
        log,
      ),
    (child) => child.stop(),
  )
  const console_folder = await shutdown.step(() => building)
  const { for_units: mqtt, for_modules, bound } = mqttAddresses(config, gateway)
  const planted = createPlantedChannel()
  const virtual_fleet = await shutdown.step(
    () => createVirtualFleetPlayer(mqtt, logs('virtual-units.log'), log, (send) => planted.started('virtual', send)),
    (player) => player.stop(),
  )
  // Behind a broker of its own another console may play them.
  const is_shared = config.MQTT_URL !== undefined && config.DATABASE_URL !== undefined
  const lead = leadVirtualFleet(virtual_fleet.play)
  const playUnits = handOnNewest(is_shared ? lead.playUnits : virtual_fleet.play)
  const watch = await shutdown.step(
    () => watchReadiness(engine.connection, log),
    (opened) => opened.close(),
  )
  const context = contextOf({
    mode,
    config,
    data_dir,
    secret_key_hex,
    database,
    watch,
    gateway,
    playUnits,
    playEvents: handOnNewest(planted.publish),
    log,
    console_folder,
  })
  if (is_shared)
    await shutdown.step(
      () => lead.start(context, engine.connection),
      (stop) => stop(),
    )
  registerCompactionMetrics(context)
  await shutdown.step(
    () => watchDisk(data_dir, config.HEATFLEET_DISK_WARN_MB, context),
    (stop) => stop(),
  )
  await shutdown.step(
    () =>
      startExporting(
        config,
        engine.connection,
        { log: logs('exporting.log'), output: logs('exporting.out.log') },
        context,
      ),
    (child) => child.stop(),
  )
  await shutdown.step(
    () => startBackups(config, { data_dir, cluster_dir: engine.where, output_file: logs('backup.log') }, context),
    (stop) => stop(),
  )
  await shutdown.step(
    () => startCounterFolding(context),
    (stop) => stop(),
  )
  const http = await shutdown.step(
    () => createHttp(context, createServices(context)),
    (opened) => opened.close(),
  )
  const { port } = await shutdown.step(() => http.listen(config.HEATFLEET_PORT, config.HEATFLEET_HOST))
  const certificate = readPushCertificate(config)
  const push_at = { port: config.HEATFLEET_PUSH_PORT, host: config.HEATFLEET_HOST }
  const push =
    certificate &&
    (await shutdown.step(
      () => listenForPush(http.push, { ...push_at, ...certificate }),
      (opened) => opened.close(),
    ))
  const host = browserHost(config.HEATFLEET_HOST)
  print(
    consoleBanner({
      url: `http://${host}:${port}`,
      log_in: logInMessage(created, demo),
      data_dir,
      database: engine.where,
      mqtt: for_modules.join(', '),
    }),
  )
  log.info(
    {
      mode,
      adopted: engine.adopted,
      listeners: [
        `http://${boundHost(config.HEATFLEET_HOST)}:${port}`,
        ...(push === null ? [] : [`wss://${boundHost(config.HEATFLEET_HOST)}:${push.port}`]),
        ...bound,
      ],
    },
    'running',
  )
  if (demo === null) return
  const onboarding = demo.onboard(`http://${browserHost(config.HEATFLEET_HOST)}:${port}`)
  if (onboarding !== null)
    await shutdown.step(
      () => startOnboarding({ clock: systemClock, log }, onboarding),
      (people) => people.stop(),
    )
  const showReplay = showProgress('The newest days of the demo', 'The newest days of the demo are complete.', print)
  await shutdown.step(
    () =>
      startSimulator(
        () => demo.writeFleetFile(mqtt),
        logs('simulator.log'),
        log,
        (progress) => {
          showReplay(progress)
          if (progress.done >= progress.total) demo.markBackfilled()
        },
        (send) => planted.started('demo', send),
      ),
    (child) => child.stop(),
  )
  const bounds_ms = demo.pastToMake()
  if (bounds_ms === null) return
  const showHistory = showProgress('History of the demo', 'The history of the demo is complete.', print)
  await shutdown.step(
    () =>
      startHistoryGenerator(
        {
          database: engine.connection,
          fleet_file: demo.writeFleetFile(mqtt),
          bounds_ms,
          log: { file: logs('past.log'), level: config.HEATFLEET_LOG_LEVEL },
        },
        logs('past.out.log'),
        log,
        (progress) => {
          showHistory(progress)
          if (progress.done >= progress.total) demo.markPastMade()
        },
      ),
    (child) => child.stop(),
  )
}
