import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { alarmStormRounds } from './alarm-storm.ts'
import { backupRounds } from './backup.ts'
import { bitFlipRounds } from './bit-flips.ts'
import { brokerRounds } from './broker.ts'
import { campaignRounds } from './campaigns.ts'
import { openChecks } from './checks.ts'
import { clockRounds } from './clocks.ts'
import { compactionRounds } from './compaction.ts'
import { awayRounds } from './database-away.ts'
import { diskErrorRounds } from './disk-errors.ts'
import { fullDiskRounds } from './full-disk.ts'
import { fullLogDiskRounds } from './full-log-disk.ts'
import { halfOpenRounds } from './half-open.ts'
import { importRounds } from './imports.ts'
import { killRounds } from './kill.ts'
import { loopDelayRounds } from './loop-delay.ts'
import { machineRounds } from './machines.ts'
import { migrationRounds } from './migrations.ts'
import { mutatedFrameRounds } from './mutated-frames.ts'
import { mutatedPacketRounds } from './mutated-packets.ts'
import { offlineRounds } from './offline.ts'
import { overloadRounds } from './overload.ts'
import { powerCutRounds } from './power-cut.ts'
import { rollingUpgrade } from './rolling-upgrade.ts'
import { rolloutRounds } from './rollouts.ts'
import { shuffledRounds } from './shuffled.ts'
import { soakRounds } from './soak.ts'
import { startTimeRounds } from './start-times.ts'
import { stillDatabaseRounds } from './still-database.ts'
import { twoGatewayRounds } from './two-gateways.ts'
import { upgradeRounds } from './upgrades.ts'

/**
 * `npm run faults -- kill [--rounds 20]`: each fault prints what was tried and what went wrong (docs/operating.md). `--report` writes the
 * counts to a file, for `npm test`.
 */
const FAULTS = {
  kill: killRounds,
  compaction: compactionRounds,
  imports: importRounds,
  rollouts: rolloutRounds,
  upgrades: upgradeRounds,
  campaigns: campaignRounds,
  broker: brokerRounds,
  broker2: twoGatewayRounds,
  machines: machineRounds,
  'rolling-upgrade': rollingUpgrade,
  'bit-flips': bitFlipRounds,
  migrations: migrationRounds,
  frames: mutatedFrameRounds,
  packets: mutatedPacketRounds,
  shuffled: shuffledRounds,
  clocks: clockRounds,
  away: awayRounds,
  still: stillDatabaseRounds,
  starts: startTimeRounds,
  'disk-errors': diskErrorRounds,
  'full-disk': fullDiskRounds,
  'full-log-disk': fullLogDiskRounds,
  'power-cut': powerCutRounds,
  'loop-delay': loopDelayRounds,
  overload: overloadRounds,
  alarms: alarmStormRounds,
  offline: offlineRounds,
  'half-open': halfOpenRounds,
  backup: backupRounds,
  soak: soakRounds,
} as const

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    /** Reports a second, where a fault takes them. */
    rate: { type: 'string' },
    report: { type: 'string' },
    /** Folder of an older version, where a fault takes one. */
    from: { type: 'string' },
  },
})
const [name] = positionals
const rounds = Number(values.rounds)
if (name === undefined || !Object.hasOwn(FAULTS, name) || !Number.isInteger(rounds) || rounds < 1) {
  console.error(`usage: npm run faults -- <${Object.keys(FAULTS).join('|')}> [--rounds n]`)
  process.exit(2)
}
const checks = openChecks((line) => console.log(line))
const rate = values.rate === undefined ? undefined : Number(values.rate)
await FAULTS[name as keyof typeof FAULTS]({ rounds, checks, rate, from: values.from }).catch((error: unknown) =>
  checks.expect('the run came to its end', false, error instanceof Error ? error.message : String(error)),
)
const counts = checks.counts()
console.log(`${counts.passed} passed, ${counts.failed} failed`)
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(counts))
process.exit(counts.failed === 0 ? 0 : 1)
